import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { runCommand } from '../support/processes/command-line';
import { build, RunningProgram } from '../support/processes/running-program';
import { makeScratchFolder } from '../support/processes/scratch-folder';
import { until } from '../support/until';

const LIMIT_MS = 120_000;
const MAIN = join(__dirname, '../../dist/apps/cli/src/main.js');

interface KeyRow {
  name: string;
  scopes: string[];
  revokedAt: string | null;
}

let dataDir: string;
let program: RunningProgram;

beforeAll(async () => {
  build();
  dataDir = await makeScratchFolder();
  program = new RunningProgram(dataDir);
  await program.untilReady();
}, LIMIT_MS);
afterAll(async () => {
  await program.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts `stock-cycle mcp` as a client does, with the official transport. */
function start(environment: Record<string, string>, words: string[] = [], mode: 'legacy' | 'auto' = 'legacy') {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp', ...words],
    env: { PATH: process.env['PATH'] ?? '', LANG: 'C', ...environment },
    stderr: 'pipe',
  });
  let said = '';
  (transport.stderr as Readable).on('data', (chunk: Buffer) => (said += chunk.toString()));
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const connect = async (): Promise<void> => {
    await client.connect(transport as never).catch((cause: unknown) => {
      throw new Error(`it said: ${said}`, { cause });
    });
  };
  return { client, connect, said: () => said };
}

/** Starts it without a client. */
function runAlone(environment: Record<string, string>) {
  const env = { PATH: process.env['PATH'], LANG: 'C', ...environment };
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'mcp'], { env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

async function listKeys(): Promise<KeyRow[]> {
  const { stdout } = await runCommand(['api-keys', 'list', '--json'], { DATA_DIR: dataDir });
  return JSON.parse(stdout) as KeyRow[];
}

async function createKey(...scopes: string[]): Promise<string> {
  const words = ['api-keys', 'create', 'agent', '--json', '--scopes', ...scopes];
  const { stdout } = await runCommand(words, { DATA_DIR: dataDir });
  return (JSON.parse(stdout) as { key: string }).key;
}

it.each(['legacy', 'auto'] as const)(
  'speaks to the server of API_URL with API_KEY, in the %s era',
  async (mode) => {
    const key = await createKey('read', 'write');
    const { client, connect, said } = start({ API_URL: program.address, API_KEY: key, DATA_DIR: '/nowhere' }, [], mode);
    await connect();
    try {
      expect(client.getServerVersion()).toMatchObject({ name: 'stock-cycle' });
      expect(client.getInstructions()).toContain('market_status');
      expect((await client.listTools()).tools).toHaveLength(18);
      const { structuredContent } = await client.callTool({ name: 'market_status', arguments: {} });
      expect(structuredContent).toMatchObject({ source: 'none', stocks: 0 });
      const missing = await client.callTool({ name: 'get_stock', arguments: { code: '600519' } });
      expect(missing).toMatchObject({ isError: true, structuredContent: { error: { code: 'not_found' } } });
      await expect(client.callTool({ name: 'unheard_of', arguments: {} })).rejects.toThrow('there is no tool');
      expect((await client.listPrompts()).prompts).toHaveLength(2);
      expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(2);
      await expect(client.readResource({ uri: 'stockcycle://stocks/600519' })).rejects.toThrow();
      expect(said()).toBe(`connected to ${program.address}\n`);
    } finally {
      await client.close();
    }
  },
  LIMIT_MS,
);

it(
  'without them speaks to the server of DATA_DIR, with a key that reads and ends with it',
  async () => {
    const { client, connect } = start({ DATA_DIR: dataDir });
    await connect();
    expect((await client.listTools()).tools).toHaveLength(15);
    const mine = async () => (await listKeys()).filter(({ name }) => name.startsWith('stock-cycle mcp'));
    expect(await mine()).toEqual([expect.objectContaining({ scopes: ['read'], revokedAt: null })]);
    await client.close();
    await until('the key is revoked', 20_000, async () => (await mine()).every(({ revokedAt }) => revokedAt !== null));
  },
  LIMIT_MS,
);

it(
  'with --write has the tools that write',
  async () => {
    const { client, connect } = start({ DATA_DIR: dataDir }, ['--write']);
    await connect();
    expect((await client.listTools()).tools).toHaveLength(18);
    await client.close();
  },
  LIMIT_MS,
);

it.each([
  ['no key', { API_URL: 'http://127.0.0.1:9' }, 2, 'API_URL is set, so API_KEY must be too'],
  ['no server', { API_KEY: 'sck_0_0' }, 1, 'no server runs on this data folder'],
  ['an unreachable server', { API_URL: 'http://127.0.0.1:9', API_KEY: 'sck_0_0' }, 1, "can't be reached"],
])(
  'with %s says so on standard error, and nothing on the wire',
  async (_, environment, exitCode, sentence) => {
    const elsewhere = await makeScratchFolder();
    expect(runAlone({ DATA_DIR: elsewhere, ...environment })).toEqual({
      ...{ status: exitCode, stdout: '', stderr: expect.stringContaining(sentence) as string },
    });
  },
  LIMIT_MS,
);

it('with a key that the server refuses says so', () => {
  const environment = { DATA_DIR: dataDir, API_URL: program.address, API_KEY: 'sck_0123456789abcdef_nothing' };
  expect(runAlone(environment)).toEqual({
    ...{ status: 1, stdout: '', stderr: expect.stringContaining('accept the key') as string },
  });
});
