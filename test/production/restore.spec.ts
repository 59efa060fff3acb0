import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../support/processes/command-line';
import { build, RunningProgram } from '../support/processes/running-program';
import { makeScratchFolder } from '../support/processes/scratch-folder';

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

async function start(dataDir: string): Promise<{ running: RunningProgram; token: string }> {
  const running = new RunningProgram(dataDir, { ADMIN_PASSWORD: PASSWORD, RATE_LIMIT: 'off' });
  program = running;
  await running.untilReady();
  return { running, token: await running.logIn('admin', PASSWORD) };
}

interface Session {
  id: number;
  code: string;
}

async function sessionsOf(running: RunningProgram, token: string): Promise<Session[]> {
  const found: Session[] = [];
  for (;;) {
    const { sessions, pagination } = await running.call<{ sessions: Session[]; pagination: { hasMore: boolean } }>(
      `${SESSIONS}?limit=200&offset=${found.length}`,
      token,
    );
    found.push(...sessions);
    if (!pagination.hasMore) return found.sort((one, other) => one.id - other.id);
  }
}

it('a backup made while people write is restored in a fresh data folder, and the program runs on it', async () => {
  const first = join(folder, 'first');
  const file = join(folder, 'busy.backup');
  const { running, token } = await start(first);
  const written: number[] = [];
  const done = new AbortController();
  const writing = (async () => {
    for (const code of NAMES) {
      if (done.signal.aborted) return;
      const { session } = await running.call<{ session: Session }>(SESSIONS, token, {
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
  const all = await sessionsOf(running, token);
  expect(await running.end('SIGTERM')).toBe(0);
  await rm(first, { recursive: true });

  const second = join(folder, 'second');
  expect(await cli(second, 'restore', file)).toMatchObject({ exitCode: 0 });
  const restored = await start(second);
  // Of the moment of the backup, not what ADMIN_PASSWORD would make.
  const back = await sessionsOf(restored.running, restored.token);
  expect(back.length).toBeGreaterThanOrEqual(atLeast);
  expect(back).toEqual(all.slice(0, back.length));
  const { session } = await restored.running.call<{ session: Session }>(SESSIONS, restored.token, {
    code: '000001',
    entry_date: '2025-09-19',
  });
  expect(session.id).toBeGreaterThan(back.at(-1)?.id ?? 0);
}, 240_000);
