import type { Command } from 'commander';
import { ADMINISTRATOR_ID, ApiKeysService, type KeyScope } from '#lib/accounts';
import type { AppConfig } from '#lib/config';
import { readRuntimeFile } from '#lib/embedded-postgres';
import { AppError } from '#lib/kernel';
import type { CommandContext } from './command-context';
import type { McpTarget } from './mcp/forward-mcp';
import { MCP_MESSAGES } from './messages/mcp.messages';
import { UsageError } from './usage-error';

/** A key that was made for one client goes by itself where the process was killed. */
const KEY_DAYS = 30;

const ANY_ADDRESS = ['0.0.0.0', '::'];

interface Options {
  write?: boolean;
}

/** `mcp`: speaks MCP over standard input and output. Standard output is the wire. */
export function addMcpCommand(program: Command, context: CommandContext): void {
  const words = context.words(MCP_MESSAGES);
  program
    .command('mcp')
    .summary(words.mcpInShort)
    .description(words.mcp)
    .option('--write', words.write)
    .action(({ write = false }: Options) => run(context, write));
}

async function run(context: CommandContext, write: boolean): Promise<void> {
  const words = context.words(MCP_MESSAGES);
  const config = context.config();
  const url = config.apiUrl ?? (await findServer(config, words.noServer));
  if (config.apiKey !== undefined) {
    await forward(context, { url, key: config.apiKey });
    return;
  }
  if (config.apiUrl !== undefined) throw new UsageError(words.keyMissing);
  const { id, key } = await createKey(context, write);
  try {
    await forward(context, { url, key });
  } finally {
    await context.withSession(async (session) => {
      await session.get(ApiKeysService).revoke(ADMINISTRATOR_ID, id);
    });
  }
}

async function forward(context: CommandContext, target: McpTarget): Promise<void> {
  const words = context.words(MCP_MESSAGES);
  // The SDK takes half a second to load, which no other command needs.
  const { forwardMcp } = await import('./mcp/forward-mcp.js');
  let isConnected = false;
  await context.untilInterrupted(async (signal) => {
    const onConnected = (): void => {
      isConnected = true;
      context.output.note(words.connected(target.url));
    };
    try {
      await forwardMcp(target, { input: process.stdin, output: process.stdout }, { signal, onConnected });
    } catch (cause) {
      if (isConnected) throw cause;
      throw AppError.unavailable('server_unreachable', words.unreachable(target.url), { cause });
    }
  });
}

/** The address of the server that runs on the data folder. It listens on `HOST`, which both read from the same settings. */
async function findServer({ dataDir, host: listened }: AppConfig, noServer: string): Promise<string> {
  const running = await readRuntimeFile(dataDir);
  if (running === undefined) throw AppError.unavailable('no_server', noServer);
  const host = ANY_ADDRESS.includes(listened) ? '127.0.0.1' : listened;
  return `http://${host.includes(':') ? `[${host}]` : host}:${running.port}`;
}

async function createKey(context: CommandContext, write: boolean): Promise<{ id: number; key: string }> {
  const scopes: KeyScope[] = write ? ['read', 'write'] : ['read'];
  let created: { id: number; key: string } | undefined;
  await context.withSession(async (session) => {
    created = await session
      .get(ApiKeysService)
      .create(ADMINISTRATOR_ID, { name: `stock-cycle mcp ${process.pid}`, scopes, expiresInDays: KEY_DAYS });
  });
  if (created === undefined) throw new Error('no key was made');
  return created;
}
