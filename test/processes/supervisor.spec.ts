import { existsSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { getPriority } from 'node:os';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from 'pg';
import { readRuntimeFile } from '#lib/embedded-postgres';
import { runCommand } from '../support/processes/command-line';
import { isRunning } from '../support/processes/is-running';
import { build, RunningProgram, untilGone } from '../support/processes/running-program';
import { until } from '../support/until';
import { makeScratchFolder } from '../support/processes/scratch-folder';

const LIMIT_MS = 120_000;

/** Higher than our own nice value, which may be negative, and only by a little, for the reason that BESIDE_TESTS gives. */
const WORKER_NICE = Math.min(Math.max(getPriority(), 0) + 2, 19);

let dataDir: string;
let program: RunningProgram;

beforeAll(async () => {
  build();
  dataDir = await makeScratchFolder();
  program = new RunningProgram(dataDir, { WORKER_NICE: String(WORKER_NICE), BACKUP_AT: '00:00' });
  await program.untilReady();
}, LIMIT_MS);

afterAll(async () => {
  await program.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
});

it("the supervisor prints the address and, at the first start, the administrator's password, with which one can log in", async () => {
  const password = /password +(\S+)/.exec(program.output)?.[1] ?? '';
  const response = await fetch(`${program.address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  expect({ status: response.ok, password: password.length > 11 }).toEqual({ status: true, password: true });
});

it('the supervisor is ready with all its parts when it reports so', async () => {
  expect(await program.health()).toEqual({ status: 'ok', degraded: [] });
});

it('the supervisor gives lower priority to the worker and its database connections, and not to the API', async () => {
  const niceOf = async (name: string): Promise<number[]> => {
    const { databaseUrl = '' } = (await readRuntimeFile(dataDir)) ?? {};
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      const sql = 'select pid from pg_stat_activity where application_name = $1';
      const { rows } = await client.query<{ pid: number }>(sql, [name]);
      return [...new Set(rows.map(({ pid }) => getPriority(pid)))];
    } finally {
      await client.end();
    }
  };
  const own = getPriority(program.pid);
  expect(own).toBeLessThan(WORKER_NICE);
  await until('the worker has lower priority', 5000, () => getPriority(program.pidOf('worker')) === WORKER_NICE);
  expect(getPriority(program.pidOf('api'))).toBe(own);
  expect(await niceOf('stock-cycle-worker')).toContain(WORKER_NICE);
  expect(await niceOf('stock-cycle-api')).toEqual([own]);
});

it('the supervisor rejects a second start on the same data and names the first', async () => {
  const second = new RunningProgram(dataDir);
  expect(await second.exitCode()).toBe(1);
  expect(second.output).toBe(
    `Stock Cycle can't start: the data folder is in use by "npm start" (process ${program.pid}); stop it first, or set another DATA_DIR.\n`,
  );
  expect(await program.health()).toEqual({ status: 'ok', degraded: [] });
});

it('the supervisor makes the backup of the day that was missed, and lists it', async () => {
  const list = () => runCommand(['backup', 'list', '--json'], { DATA_DIR: dataDir });
  const parsed = async () => JSON.parse((await list()).stdout) as { file: string; day: string }[];
  await until('the backup is there', LIMIT_MS, async () => (await parsed()).length === 1);
  const [{ file, day } = { file: '', day: '' }] = await parsed();
  expect(file).toBe(join(dataDir, `backups/stock-cycle-${day}.backup`));
  expect([statSync(file).mode & 0o777, statSync(join(dataDir, 'backups')).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(await runCommand(['backup', 'verify', file], { DATA_DIR: dataDir })).toMatchObject({
    exitCode: 0,
    stderr: '',
  });
}, 120_000);

it.each(['api', 'worker'] as const)(
  'the supervisor starts the %s again when it was killed',
  async (name) => {
    const before = program.pidOf(name);
    process.kill(before, 'SIGKILL');
    await program.untilItSays(`The ${name} has died (SIGKILL); starting it again in 0.5 s.`);
    await program.untilAnother(name, before);
    await program.untilHealthy();
    expect(isRunning(before)).toBe(false);
  },
  LIMIT_MS,
);

it(
  'the supervisor starts PostgreSQL again when it was killed, and all processes continue',
  async () => {
    const before = program.postgresPid();
    process.kill(before, 'SIGKILL');
    await program.untilItSays('PostgreSQL has died; starting it again.');
    // What readiness says may be a second old, from before the death.
    await until('another PostgreSQL runs', LIMIT_MS, () => {
      const file = join(dataDir, 'postgres/postmaster.pid');
      return existsSync(file) && ![before, 0].includes(program.postgresPid());
    });
    await program.untilHealthy();
  },
  LIMIT_MS,
);

it(
  'the supervisor leaves no API and no worker behind when it is killed itself; the next start recovers',
  async () => {
    const [, ...others] = program.pids();
    const [api = 0, worker = 0, postgres = 0] = others;
    await program.end('SIGKILL');
    await untilGone([api, worker]);
    expect(isRunning(postgres)).toBe(true);
    program = new RunningProgram(dataDir);
    await program.untilReady();
    expect(program.output).toContain('stopped a PostgreSQL server that an earlier, killed start had left running');
    expect(program.output).not.toContain('password');
    expect(isRunning(postgres)).toBe(false);
  },
  LIMIT_MS,
);

it(
  'the supervisor stops all within ten seconds on Ctrl-C, which npm sends twice, with the database written out before',
  async () => {
    const pids = program.pids();
    const log = join(dataDir, 'postgres.log');
    const logStart = readFileSync(log, 'utf8').length;
    const from = Date.now();
    process.kill(program.pid, 'SIGINT');
    expect(await program.end('SIGINT')).toBe(0);
    const [checkpoint, shutdown] = ['checkpoint starting', 'received fast shutdown request'].map((text) =>
      readFileSync(log, 'utf8').slice(logStart).indexOf(text),
    );
    expect(checkpoint).toBeGreaterThan(-1);
    expect(shutdown).toBeGreaterThan(checkpoint ?? 0);
    expect(readFileSync(log, 'utf8').slice(logStart)).not.toContain('immediate shutdown');
    expect(Date.now() - from).toBeLessThan(10_000);
    expect(pids.filter(isRunning)).toEqual([]);
    expect(['lock', 'runtime.json'].filter((name) => existsSync(join(dataDir, name)))).toEqual([]);
  },
  LIMIT_MS,
);

it('the supervisor reports in one sentence that the port is in use, and leaves nothing behind', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const late = new RunningProgram(dataDir, { PORT: String(port) });
  expect(await late.exitCode()).toBe(1);
  expect(late.output).toBe(`Stock Cycle can't start: port ${port} is in use; set PORT or HOST to another one.\n`);
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  other.close();
});

it('the supervisor reports in one sentence which setting is invalid', async () => {
  const wrong = new RunningProgram(dataDir, { PORT: 'eighty' });
  expect(await wrong.exitCode()).toBe(1);
  expect(wrong.output).toBe("Stock Cycle can't start: PORT must be a whole number from 0 to 65535.\n");
});
