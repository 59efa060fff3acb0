import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** `legacy`: the protocol with a handshake; `auto`: the newest one that the server speaks. */
export type McpEra = 'legacy' | 'auto';

/** The official client, connected to `/mcp` of a server with a personal key. */
export async function connectMcp(url: string, key: string, era: McpEra = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  return client;
}
