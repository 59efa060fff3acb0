import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** A server and what it is spoken to with. */
export interface McpTarget {
  /** Its address, with or without a path. */
  readonly url: string;
  readonly key: string;
}

/** Where the client that started us writes to and reads from. */
export interface McpWire {
  readonly input: Readable;
  readonly output: Writable;
}

const NAME = { name: 'stock-cycle', version: '0.1.0' };

/** Scans and studies of a whole market take seconds; the SDK gives up after one minute. */
const LONGEST_CALL_MS = 120_000;

/**
 * Speaks MCP on `wire` and passes each request on to a server's `/mcp`, until the client leaves or the signal aborts. Either
 * side may speak either era of the protocol.
 * @throws Error of the SDK where the server can't be reached or refuses the key.
 */
export async function forwardMcp(
  target: McpTarget,
  wire: McpWire,
  { signal, onConnected }: { signal: AbortSignal; onConnected: () => void },
): Promise<void> {
  const client = await connect(target);
  onConnected();
  const served = serveStdio(() => createServer(client), {
    transport: new StdioServerTransport(wire.input, wire.output),
  });
  try {
    // A stream that ended fires no event again.
    if (!wire.input.readableEnded)
      await Promise.race([once(wire.input, 'close'), once(wire.input, 'end'), aborted(signal)]);
  } finally {
    await served.close();
    await client.close();
  }
}

async function connect({ url, key }: McpTarget): Promise<Client> {
  const client = new Client(NAME, { versionNegotiation: { mode: 'auto' } });
  const transport = new StreamableHTTPClientTransport(new URL('mcp', url.endsWith('/') ? url : `${url}/`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  // The SDK's interface and its class differ under exactOptionalPropertyTypes alone.
  await client.connect(transport);
  return client;
}

function createServer(client: Client): McpServer {
  const instructions = client.getInstructions();
  const forwarder = new McpServer(client.getServerVersion() ?? NAME, {
    capabilities: { tools: {}, resources: {}, prompts: {} },
    ...(instructions === undefined ? {} : { instructions }),
  });
  const { server } = forwarder;
  server.setRequestHandler('tools/list', ({ params }) => client.listTools(params));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { name, arguments: given = {} } = params;
    return client.callTool({ name, arguments: given }, { signal: mcpReq.signal, timeout: LONGEST_CALL_MS });
  });
  server.setRequestHandler('resources/list', ({ params }) => client.listResources(params));
  server.setRequestHandler('resources/templates/list', ({ params }) => client.listResourceTemplates(params));
  server.setRequestHandler('resources/read', ({ params: { uri } }, { mcpReq }) =>
    client.readResource({ uri }, { signal: mcpReq.signal, timeout: LONGEST_CALL_MS }),
  );
  server.setRequestHandler('prompts/list', ({ params }) => client.listPrompts(params));
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }) =>
    client.getPrompt({ name, arguments: given }),
  );
  return forwarder;
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
