import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { restoreBackup } from '#lib/backup';
import { StreamConnection } from '#lib/database';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#lib/embedded-postgres';
import { MIGRATIONS } from '#lib/schema';
import { build, RunningProgram } from '../support/running-program';
import { makeScratchFolder } from '../support/scratch-folder';
import { until } from '../support/until';

/**
 * What the build before this one (its last migration is LinkRecordsToRuns1764900000000) left after a scan, two records, a
 * closed session, a second user with an API key, and a scan that was begun while no worker ran. Written by that build
 * itself; only the form of the file is this one's.
 */
const FIXTURE = resolve(__dirname, '../fixtures/upgrade/previous-build.backup');
const PATIENCE_MS = 60_000;
/** What changes by itself while the program runs. */
const LIVE = [
  'job',
  'job_outbox',
  'login',
  'login_attempt',
  'migration',
  'rate_limit',
  'schedule_run',
  'worker_heartbeat',
];

let dataDir: string;
let program: RunningProgram;
let before: Record<string, string>;
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

/** Every row of what the previous build's tables held, as text, so that a column that is added does not count. */
async function contentOf(url: string, columns: Record<string, string[]>): Promise<Record<string, string>> {
  const prints: Record<string, string> = {};
  for (const [table, names] of Object.entries(columns)) {
    const list = names.map((name) => `"${name}"`).join(', ');
    const [row] = await query<{ print: string }>(
      url,
      `select count(*) || ' ' || coalesce(md5(string_agg(r::text, E'\\n' order by r::text)), '') as print
       from (select ${list} from public."${table}") r`,
    );
    prints[table] = row?.print ?? '';
  }
  return prints;
}

async function columnsOf(url: string): Promise<Record<string, string[]>> {
  const rows = await query<{ table: string; names: string[] }>(
    url,
    `select table_name as table, array_agg(column_name::text order by ordinal_position) as names
     from information_schema.columns where table_schema = 'public' group by 1`,
  );
  return Object.fromEntries(
    rows.filter(({ table }) => !LIVE.includes(table)).map(({ table, names }) => [table, names]),
  );
}

/** A data folder as the previous build left it when it was killed: its schema, its rows, a job that a worker held. */
async function makeOldFolder(): Promise<Record<string, string[]>> {
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
    const connection = await StreamConnection.open(postgres.url, 'stock-cycle-test');
    await restoreBackup({
      connection,
      file: FIXTURE,
      migrations: MIGRATIONS.filter((migration) => had.includes(migration.name)),
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
    const columns = await columnsOf(postgres.url);
    before = await contentOf(postgres.url, columns);
    return columns;
  } finally {
    await postgres.stop();
  }
}

async function api<Data>(path: string, token?: string, json?: object): Promise<Data> {
  const reply = await fetch(`${program.address}${path}`, {
    method: json === undefined ? 'GET' : 'POST',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const body = (await reply.json()) as { success: boolean; data: Data };
  expect([reply.status, body]).toEqual([200, expect.objectContaining({ success: true })]);
  return body.data;
}

let columns: Record<string, string[]>;
const SECRET = 'a secret that signs logins, of the previous build';

beforeAll(async () => {
  build();
  dataDir = join(await makeScratchFolder(), 'data');
  columns = await makeOldFolder();
  await writeFile(join(dataDir, 'jwt-secret'), SECRET, { mode: 0o600 });
  program = new RunningProgram(dataDir, { ADMIN_PASSWORD: 'not the one that the administrator has' });
  await program.untilReady();
}, 180_000);

afterAll(async () => {
  await program?.end('SIGTERM');
}, 30_000);

it('the folder is of another build, and this one brings it to its own schema', () => {
  const missing = MIGRATIONS.filter((migration) => !had.includes(migration.name));
  expect(missing.length).toBeGreaterThan(0);
  expect(program.output).toContain(`Migrated the database (${missing.length} steps)`);
});

it('logins, sessions and records are there, and the secret of the folder stays', async () => {
  const { token } = await api<{ token: string }>('/api/auth/login', undefined, {
    username: 'plain',
    password: 'a long enough password',
  });
  const list = await api<{ pagination: { total: number } }>('/api/stock-cycle/sessions?limit=5', token);
  const { url } = await database();
  const [count] = await query<{ count: string }>(url, 'select count(*) from tracking_session where deleted_at is null');
  expect([list.pagination.total, list.pagination.total > 1]).toEqual([Number(count?.count), true]);
  expect(await readFile(join(dataDir, 'jwt-secret'), 'utf8')).toBe(SECRET);
  expect(await query(url, 'select evidence_note from daily_record')).toEqual([{ evidence_note: '缩量回踩' }]);
});

it('the scan that was under way ends, and every row that the previous build wrote is as it was', async () => {
  const { url } = await database();
  await until('every job has ended', PATIENCE_MS, async () => {
    const open = await query(url, `select 1 from job where state in ('queued', 'running') and available_at < now()`);
    return open.length === 0;
  });
  expect(await query(url, `select id, status from scan_run order by id`)).toEqual([
    { id: '1', status: 'completed' },
    { id: '2', status: 'completed' },
  ]);
  expect(await query(url, `select name, error from job where state = 'failed'`)).toEqual([]);
  const now = await contentOf(url, columns);
  const touched = Object.keys(before).filter((table) => now[table] !== before[table]);
  // The scan's own tables alone.
  expect(touched.sort()).toEqual(['scan_hit', 'scan_range', 'scan_run']);
  const rows = (prints: Record<string, string>, table: string) => Number(prints[table]?.split(' ')[0]);
  expect(rows(now, 'scan_hit')).toBeGreaterThan(rows(before, 'scan_hit'));
});

it('a second start finds nothing left to do', async () => {
  await program.end('SIGTERM');
  program = new RunningProgram(dataDir);
  await program.untilReady();
  expect(program.output).not.toContain('Migrated');
}, 90_000);

async function database(): Promise<{ url: string }> {
  const { databaseUrl } = JSON.parse(await readFile(join(dataDir, 'runtime.json'), 'utf8')) as { databaseUrl: string };
  return { url: databaseUrl };
}
