import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../support/command-line';
import { build, RunningProgram } from '../support/running-program';
import { makeScratchFolder } from '../support/scratch-folder';

const SESSIONS = '/api/stock-cycle/sessions';
const PASSWORD = 'the first password of all';
const NAMES = Array.from({ length: 400 }, (_, at) => String(600_000 + at));

let folder: string;
let program: RunningProgram | undefined;

beforeAll(async () => {
  build();
  folder = await makeScratchFolder();
}, 120_000);

afterAll(async () => {
  await program?.end('SIGTERM');
}, 30_000);

const cli = (dataDir: string, ...words: string[]) => runCommand(words, { DATA_DIR: dataDir, MARKET_SOURCE: 'files' });

async function start(dataDir: string): Promise<string> {
  program = new RunningProgram(dataDir, { ADMIN_PASSWORD: PASSWORD, RATE_LIMIT: 'off' });
  await program.untilReady();
  return program.address;
}

async function call<Data>(url: string, token?: string, json?: object): Promise<Data> {
  const reply = await fetch(url, {
    method: json === undefined ? 'GET' : 'POST',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const body = (await reply.json()) as { data: Data };
  expect([reply.status, body]).toEqual([200, expect.objectContaining({ success: true })]);
  return body.data;
}

async function logIn(address: string): Promise<string> {
  const { token } = await call<{ token: string }>(`${address}/api/auth/login`, undefined, {
    username: 'admin',
    password: PASSWORD,
  });
  return token;
}

interface Session {
  id: number;
  code: string;
}

async function sessionsOf(address: string, token: string): Promise<Session[]> {
  const found: Session[] = [];
  for (;;) {
    const { sessions, pagination } = await call<{ sessions: Session[]; pagination: { hasMore: boolean } }>(
      `${address}${SESSIONS}?limit=200&offset=${found.length}`,
      token,
    );
    found.push(...sessions);
    if (!pagination.hasMore) return found.sort((one, other) => one.id - other.id);
  }
}

it('a backup made while people write comes back in a fresh data folder, and the program runs on it', async () => {
  const first = join(folder, 'first');
  const file = join(folder, 'busy.backup');
  const address = await start(first);
  const token = await logIn(address);
  const written: number[] = [];
  const done = new AbortController();
  const writing = (async () => {
    for (const code of NAMES) {
      if (done.signal.aborted) return;
      const { session } = await call<{ session: Session }>(`${address}${SESSIONS}`, token, {
        code,
        entry_date: '2025-09-19',
      });
      written.push(session.id);
    }
  })();
  while (written.length < 20) await new Promise((resolve) => setTimeout(resolve, 10));
  const atLeast = written.length;
  const backup = await cli(first, 'backup', file);
  done.abort();
  await writing;
  expect(backup).toMatchObject({ exitCode: 0, stderr: '' });
  // Nobody waited for the backup.
  expect(written.length).toBeGreaterThan(atLeast);
  const all = await sessionsOf(address, token);
  expect(await program?.end('SIGTERM')).toBe(0);
  await rm(first, { recursive: true });

  const second = join(folder, 'second');
  expect(await cli(second, 'restore', file)).toMatchObject({ exitCode: 0 });
  const restored = await start(second);
  // Of the moment of the backup, not what ADMIN_PASSWORD would make.
  const back = await sessionsOf(restored, await logIn(restored));
  expect(back.length).toBeGreaterThanOrEqual(atLeast);
  expect(back).toEqual(all.slice(0, back.length));
  const { session } = await call<{ session: Session }>(`${restored}${SESSIONS}`, await logIn(restored), {
    code: '000001',
    entry_date: '2025-09-19',
  });
  expect(session.id).toBeGreaterThan(back.at(-1)?.id ?? 0);
}, 240_000);
