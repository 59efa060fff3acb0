import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  readRuntimeFile,
  startEmbeddedPostgres,
  writeRuntimeFile,
} from '#lib/embedded-postgres';
import { isRunning } from '../support/processes/is-running';
import { makeScratchFolder } from '../support/processes/scratch-folder';
import { until } from '../support/until';

const itAsRoot = process.getuid?.() === 0 ? it : it.skip;

let folder: string;
let dataDir: string;
let sentences: string[];
let server: EmbeddedPostgres | undefined;
let holders: ChildProcess[];

/** A data folder that was started once. */
let startedOnce: string;

beforeAll(async () => {
  startedOnce = join(await makeScratchFolder(), 'data');
  const first = await startEmbeddedPostgres({ dataDir: startedOnce, command: 'npm test', log: () => undefined });
  await first.stop();
});

/** Spares a test the second that making a database cluster takes. */
function continueFolder(): void {
  execFileSync('cp', ['-a', startedOnce, dataDir]);
}

beforeEach(async () => {
  folder = await makeScratchFolder();
  dataDir = join(folder, 'data');
  sentences = [];
  holders = [];
});

afterEach(async () => {
  await Promise.all(holders.map(killed));
  // Clears the servers that the killed ones left.
  if (holders.length > 0 && server === undefined) await start();
  await server?.stop();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

async function start(
  options: Partial<Pick<EmbeddedPostgresOptions, 'signal' | 'tellEveryMs' | 'logBounds'>> = {},
): Promise<EmbeddedPostgres> {
  server = await startEmbeddedPostgres({
    dataDir,
    command: 'npm test',
    log: (sentence) => sentences.push(sentence),
    ...options,
  });
  return server;
}

/** The process that repeats the log after a crash, where one runs on our data folder. Linux only. */
function recoveringPid(): number | undefined {
  const cluster = join(dataDir, 'postgres');
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .find((pid) => {
      try {
        const isOurs = readlinkSync(`/proc/${pid}/cwd`) === cluster;
        return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('startup');
      } catch {
        return false;
      }
    });
}

/** A server that was killed with so much in its log that repeating it takes some moments. */
async function crashWithLog(): Promise<void> {
  const { url, pid, exited, stop } = await start();
  await query(url, `create table kept as select n, repeat('x', 500) as text from generate_series(1, 1000) n`);
  await query(url, 'create index on kept (text, n)');
  await query(url, `insert into kept select n, repeat('x', 500) from generate_series(1, 100000) n`);
  process.kill(pid, 'SIGKILL');
  await exited;
  await stop();
}

async function query<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

interface HolderReport {
  process: ChildProcess;
  url?: string;
  pid?: number;
  refused?: string;
}

/** Another process that starts PostgreSQL on the same folder. */
async function startElsewhere(): Promise<HolderReport> {
  const support = join(__dirname, '../support');
  const process_ = spawn(
    process.execPath,
    [
      '--conditions=source',
      ...[
        '--require',
        join(support, 'runner/swc-register.cjs'),
        join(support, 'processes/embedded-postgres-holder.ts'),
      ],
      ...[dataDir, 'npm start'],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  holders.push(process_);
  const [line] = (await once(createInterface({ input: process_.stdout }), 'line')) as [string];
  return { process: process_, ...(JSON.parse(line) as object) };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

describe('a first start', () => {
  it('creates a UTF-8 database in which Chinese text has trigrams', async () => {
    const { url } = await start();
    await query(url, 'create extension pg_trgm');
    const [row] = await query<{ encoding: string; trigrams: number; name: string }>(
      url,
      `select current_setting('server_encoding') as encoding, cardinality(show_trgm('平安银行')) as trigrams,
              current_database() as name`,
    );
    expect(row).toEqual({ encoding: 'UTF8', trigrams: 5, name: 'stock_cycle' });
  });

  it('requires the password, which only the owner can read, and listens on this machine only', async () => {
    const { url } = await start();
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600);
    const wrong = new URL(url);
    wrong.password = 'guess';
    await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    const settings = await query(
      url,
      `select name, setting from pg_settings where name in ('listen_addresses', 'unix_socket_directories') order by 1`,
    );
    expect(settings).toEqual([
      { name: 'listen_addresses', setting: '127.0.0.1' },
      { name: 'unix_socket_directories', setting: '' },
    ]);
  });

  it('has buffers and a log by the size of the machine', async () => {
    const sql = `select name, pg_size_bytes(current_setting(name)) as bytes from pg_settings
      where name in ('shared_buffers', 'max_wal_size', 'min_wal_size') order by name`;
    const first = await start();
    const settings = await query<{ name: string; bytes: string }>(first.url, sql);
    const [most, least, buffers] = settings.map(({ bytes }) => Number(bytes) / 2 ** 20);
    const quarter = Math.floor(Math.min(totalmem(), process.constrainedMemory() || Infinity) / 4 / 2 ** 20);
    expect(buffers).toBe(Math.min(Math.max(quarter, 128), 1024));
    expect(least).toBe(most);
    expect(least).toBeGreaterThanOrEqual(256);
    expect(least).toBeLessThanOrEqual(2048);
  });

  it('listens on a port that is given to no outgoing connection', async () => {
    const { port } = await start();
    expect(port).toBeGreaterThan(1024);
    expect(port).toBeLessThan(32_768);
  });

  it('that was interrupted in the middle of initdb is repeated', async () => {
    await mkdir(join(dataDir, 'postgres.new'), { recursive: true });
    await writeFile(join(dataDir, 'postgres.new', 'PG_VERSION'), '18\n');
    const { url } = await start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('a later start', () => {
  beforeEach(continueFolder);

  it('finds the data, and nothing runs after stop', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    expect(isRunning(first.pid)).toBe(false);
    const second = await start();
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('rejects a folder of another major version in one sentence', async () => {
    await (await start()).stop();
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(
      /^the data folder was made by PostgreSQL 17 and this build runs PostgreSQL 18;/,
    );
    expect(existsSync(join(dataDir, 'lock'))).toBe(false);
  });

  it('recovers from a pid file whose number belongs to another program by now', async () => {
    await (await start()).stop();
    // Another server of the same user, here the tests' own: PostgreSQL takes it for its twin.
    const other = await readFile(join(process.env['TEST_SCRATCH_DIR'] ?? '', '../postgres/postmaster.pid'), 'utf8');
    await writeFile(join(dataDir, 'postgres/postmaster.pid'), other);
    const { url } = await start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('while another process holds the folder', () => {
  beforeEach(continueFolder);

  it('a second start names the holder and is rejected', async () => {
    const holder = await startElsewhere();
    await expect(start()).rejects.toThrow(
      `the data folder is in use by "npm start" (process ${holder.process.pid}); stop it first, or set another DATA_DIR`,
    );
    expect(await query(holder.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('only one of three starts at once gets the lock of a killed one', async () => {
    await killed((await startElsewhere()).process);
    const reports = await Promise.all([startElsewhere(), startElsewhere(), startElsewhere()]);
    expect(reports.filter((report) => report.url !== undefined)).toHaveLength(1);
    for (const { refused } of reports.filter((report) => report.url === undefined)) {
      expect(refused).toContain('the data folder is in use by "npm start"');
    }
  });

  it('others can read its runtime file, which is dropped once it is dead', async () => {
    const holder = await startElsewhere();
    const info = { pid: holder.process.pid ?? 0, host: 'here', port: 3000, databaseUrl: holder.url ?? '' };
    await writeRuntimeFile(dataDir, info);
    expect(await readRuntimeFile(dataDir)).toEqual(info);
    expect((await stat(join(dataDir, 'runtime.json'))).mode & 0o777).toBe(0o600);
    await killed(holder.process);
    expect(await readRuntimeFile(dataDir)).toBeUndefined();
  });
});

describe('after kill -9', () => {
  beforeEach(continueFolder);

  it('of the starter, the server left behind is stopped and the data is there', async () => {
    const holder = await startElsewhere();
    await query(holder.url ?? '', 'create table kept as select 42 as answer');
    await killed(holder.process);
    expect(isRunning(holder.pid ?? 0)).toBe(true);
    const { url } = await start();
    expect(isRunning(holder.pid ?? 0)).toBe(false);
    expect(sentences.join()).toContain('had left running');
    expect(await query(url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('of the server, its end is reported and the next start recovers', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 42 as answer');
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('of starter and server together, the next start recovers', async () => {
    const holder = await startElsewhere();
    await query(holder.url ?? '', 'create table kept as select 42 as answer');
    process.kill(holder.pid ?? 0, 'SIGKILL');
    await killed(holder.process);
    const { url } = await start();
    expect(await query(url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });
});

describe('a long recovery', () => {
  const itOnLinux = process.platform === 'linux' ? it : it.skip;

  beforeEach(continueFolder);

  /** Starts the server and holds its recovery. */
  async function startHeld(
    signal?: AbortSignal,
  ): Promise<{ starting: Promise<EmbeddedPostgres>; release: () => void }> {
    await crashWithLog();
    const starting = start({ tellEveryMs: 200, ...(signal === undefined ? {} : { signal }) });
    starting.catch(() => undefined);
    let pid: number | undefined;
    await until('the server recovers', 20_000, () => (pid = recoveringPid()) !== undefined);
    process.kill(pid ?? 0, 'SIGSTOP');
    return { starting, release: () => process.kill(pid ?? 0, 'SIGCONT') };
  }

  itOnLinux('is waited for and reported, however long it takes', async () => {
    const { starting, release } = await startHeld();
    await until(
      'it was told of three times',
      20_000,
      () => sentences.filter((text) => text.includes('starting for')).length >= 3,
    );
    release();
    const { url } = await starting;
    expect(await query(url, 'select count(*)::int as count from kept')).toEqual([{ count: 101_000 }]);
  });

  itOnLinux('can be cancelled, and leaves nothing running', async () => {
    const stopping = new AbortController();
    const { starting, release } = await startHeld(stopping.signal);
    stopping.abort();
    release();
    await expect(starting).rejects.toThrow('the start of PostgreSQL was cancelled');
    expect([recoveringPid(), existsSync(join(dataDir, 'lock'))]).toEqual([undefined, false]);
    expect(await query((await start()).url, 'select count(*)::int as count from kept')).toEqual([{ count: 101_000 }]);
  });
});

it('the log of a running server stays within limits: one earlier file, and new lines are in the current one', async () => {
  continueFolder();
  const { url } = await start({ logBounds: { bytes: 50_000, everyMs: 20 } });
  const [log, previous] = [join(dataDir, 'postgres.log'), join(dataDir, 'postgres.log.1')];
  const size = async (file: string) => (await stat(file).catch(() => undefined))?.size ?? 0;
  const complain = (count: number, word: string) =>
    query(
      url,
      `do $$ begin for n in 1..${count} loop raise warning '${word} % %', n, repeat('x', 1000); end loop; end $$`,
    );
  for (const word of ['first', 'second']) {
    await complain(60, word);
    await until('the log is short again', 5000, async () => (await size(log)) <= 50_000);
    expect(await readFile(previous, 'utf8')).toContain(`${word} 1 `);
  }
  await complain(1, 'last');
  expect(await readFile(log, 'utf8')).toContain('last 1 ');
  expect(await readFile(log)).not.toContain(0);
  await expect(query(url, 'select nothing')).rejects.toThrow();
});

it('a stop that takes too long is ended at once by kill, and the next start recovers', async () => {
  continueFolder();
  const first = await start();
  await query(first.url, 'create table kept as select 42 as answer');
  await first.checkpoint();
  first.kill();
  await first.stop();
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('immediate shutdown');
  expect(await query((await start()).url, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

describe('a start as root, in a folder that the database user may not enter', () => {
  itAsRoot(
    "runs in place if the folder is root's own, and finds the data again when the folder is opened",
    async () => {
      await chmod(folder, 0o700);
      const first = await start();
      expect(first.dataDir).toBe(join(dataDir, 'postgres'));
      await query(first.url, 'create table kept as select 42 as answer');
      await first.stop();
      await chmod(folder, 0o711);
      const second = await start();
      expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    },
  );

  itAsRoot(
    'moves the data to /var/lib/stock-cycle if nothing else works, reports that, and finds it again',
    async () => {
      const first = await start();
      await query(first.url, 'create table kept as select 42 as answer');
      await first.stop();
      // Not even root in a user namespace may enter another person's private folder.
      await chown(folder, 12_345, 12_345);
      await chmod(folder, 0o700);
      const moved = await start();
      try {
        expect(moved.dataDir).toMatch(/^\/var\/lib\/stock-cycle\/[0-9a-f]{12}\/postgres$/);
        expect(sentences.join()).toContain(`its programs and data are in ${join(moved.dataDir, '..')}`);
        expect(await query(moved.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
        await moved.stop();
        await chmod(folder, 0o711);
        const again = await start();
        expect(again.dataDir).toBe(moved.dataDir);
        expect(await readFile(join(dataDir, 'postgres-moved-to'), 'utf8')).toContain('/var/lib/stock-cycle/');
      } finally {
        await server?.stop();
        await rm(join(moved.dataDir, '..'), { recursive: true, force: true });
      }
    },
  );
});
