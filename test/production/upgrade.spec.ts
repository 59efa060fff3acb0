import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { restoreBackup } from '#lib/backup';
import { checkServer, createDataSource, migrate, StreamConnection } from '#lib/database';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#lib/embedded-postgres';
import { ENTITIES, MIGRATIONS, SCHEMA } from '#lib/schema';
import { build, RunningProgram } from '../support/processes/running-program';
import { makeScratchFolder } from '../support/processes/scratch-folder';
import { until } from '../support/until';

/**
 * What the build before this one (its last migration is LinkRecordsToRuns1764900000000) left after a scan, two records, a
 * closed session, a second user with an API key, and a scan that was begun while no worker ran. Written by that build
 * itself; only the form of the file is this one's.
 */
const FIXTURE = resolve(__dirname, '../fixtures/upgrade/previous-build.backup');
const PATIENCE_MS = 60_000;
/** What the previous build's people and vendors wrote, and nothing that the program works out by itself. */
const WRITTEN = {
  users: 'select * from app_user order by id',
  keys: 'select * from api_key order by id',
  stocks: 'select * from stock order by code',
  bars: 'select * from daily_bar order by code, trade_date',
  sessions: `select id, code, entry_date, entry_close_price, source, ended_at, end_reason, deleted_at
             from tracking_session order by id`,
  days: `select id, session_id, trade_date, supply_demand, cycle_events, evidence_note, manual_remark_history, created_at
         from daily_record where origin = 'manual' order by id`,
  weeks: `select id, session_id, week_end_date, primary_phase_hint, evidence_note, manual_remark_history, created_at
          from weekly_record where origin = 'manual' order by id`,
  hits: 'select * from scan_hit where scan_id = 1 order by code',
};
/** Forgotten or done with by the program itself. */
const PASSING = ['job_outbox', 'login', 'login_attempt', 'rate_limit', 'worker_heartbeat'];

let dataDir: string;
let program: RunningProgram;
let before: Content;
let counts: Record<string, number>;
let had: string[];

async function query<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

type Content = Record<keyof typeof WRITTEN, Record<string, unknown>[]>;

async function writtenIn(url: string): Promise<Content> {
  const content: Partial<Content> = {};
  for (const [name, sql] of Object.entries(WRITTEN)) content[name as keyof Content] = await query(url, sql);
  return content as Content;
}

async function rowsIn(url: string): Promise<Record<string, number>> {
  const tables = await query<{ name: string }>(
    url,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const rows: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await query<{ count: string }>(url, `select count(*) from public."${name}"`);
    rows[name] = Number(row?.count);
  }
  return rows;
}

/** A data folder as the previous build left it when it was killed: its schema, its rows, a job that a worker held. */
async function makeOldFolder(): Promise<void> {
  const header = JSON.parse(
    gunzipSync(await readFile(FIXTURE))
      .toString()
      .split('\n', 2)
      .find((line) => line.includes('"migrations"'))
      ?.replace(/^[^{]*/, '') ?? '{}',
  ) as { migrations: string[] };
  had = header.migrations;
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({
    dataDir,
    command: 'npm start',
    log: () => undefined,
  });
  try {
    const older = MIGRATIONS.filter((migration) => had.includes(migration.name));
    const dataSource = await createDataSource({
      url: postgres.url,
      entities: ENTITIES,
      migrations: older,
      applicationName: 'test',
      poolSize: 2,
      statementTimeoutMs: PATIENCE_MS,
    }).initialize();
    await checkServer(dataSource);
    await migrate(dataSource);
    await dataSource.destroy();
    const connection = await StreamConnection.open(postgres.url, 'stock-cycle-test');
    await restoreBackup({
      connection,
      file: FIXTURE,
      schema: { migrations: older, tables: SCHEMA.tables },
      replace: true,
      force: true,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    await connection.end();
    await query(
      postgres.url,
      `update job set state = 'running', attempts = 1, started_at = now(), lease_token = gen_random_uuid(), lease_until = now()
       where state = 'queued'`,
    );
    await query(postgres.url, 'truncate job_outbox');
    before = await writtenIn(postgres.url);
    counts = await rowsIn(postgres.url);
  } finally {
    await postgres.stop();
  }
}

const SECRET = 'a secret that signs logins, of the previous build';

beforeAll(async () => {
  build();
  dataDir = join(await makeScratchFolder(), 'data');
  await makeOldFolder();
  await writeFile(join(dataDir, 'jwt-secret'), SECRET, { mode: 0o600 });
  program = new RunningProgram(dataDir, { ADMIN_PASSWORD: 'not the one that the administrator has' });
  await program.untilReady();
}, 180_000);

afterAll(async () => {
  await program.end('SIGTERM');
}, 30_000);

it('the data folder is of another build, and this one migrates it to its own schema', () => {
  const missing = MIGRATIONS.filter((migration) => !had.includes(migration.name));
  expect(missing.length).toBeGreaterThan(0);
  expect(program.output).toContain(`Migrated the database (${missing.length} steps)`);
});

it('logins, sessions and records are there after an upgrade, and the secret of the folder stays', async () => {
  const token = await program.logIn('plain', 'a long enough password');
  const list = await program.call<{ pagination: { total: number } }>('/api/stock-cycle/sessions?limit=5', token);
  const { url } = await database();
  const [count] = await query<{ count: string }>(url, 'select count(*) from tracking_session where deleted_at is null');
  expect([list.pagination.total, list.pagination.total > 1]).toEqual([Number(count?.count), true]);
  expect(await readFile(join(dataDir, 'jwt-secret'), 'utf8')).toBe(SECRET);
});

it('a scan that was running ends after an upgrade, and every row of the previous build is unchanged', async () => {
  const { url } = await database();
  await until('every job has ended', PATIENCE_MS, async () => {
    const open = await query(url, `select 1 from job where state in ('queued', 'running') and available_at < now()`);
    return open.length === 0;
  });
  expect(await query(url, `select id, status from scan_run order by id`)).toEqual([
    { id: 1, status: 'completed' },
    { id: 2, status: 'completed' },
  ]);
  expect(await query(url, `select name, error from job where state = 'failed'`)).toEqual([]);
  const now = await writtenIn(url);
  for (const name of Object.keys(WRITTEN) as (keyof Content)[]) {
    expect(before[name].length).toBeGreaterThan(0);
    // A column that this build added is nobody's loss.
    expect(now[name].slice(0, before[name].length)).toEqual(
      before[name].map((row) => expect.objectContaining(row) as unknown),
    );
  }
  const rows = await rowsIn(url);
  const fewer = Object.keys(counts).filter((table) => (rows[table] ?? 0) < (counts[table] ?? 0));
  expect(fewer.filter((table) => !PASSING.includes(table))).toEqual([]);
});

it('a second start after an upgrade finds nothing left to do', async () => {
  await program.end('SIGTERM');
  program = new RunningProgram(dataDir);
  await program.untilReady();
  expect(program.output).not.toContain('Migrated');
}, 90_000);

async function database(): Promise<{ url: string }> {
  const { databaseUrl } = JSON.parse(await readFile(join(dataDir, 'runtime.json'), 'utf8')) as { databaseUrl: string };
  return { url: databaseUrl };
}
