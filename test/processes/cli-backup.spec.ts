import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { nightlyBackupJob, writeBackup } from '#lib/backup';
import { createDataSource, migrate, StreamConnection } from '#lib/database';
import { JobsService, pruneJobsJob } from '#lib/queue';
import { ENTITIES, MIGRATIONS, SCHEMA } from '#lib/schema';
import { MetricsService } from '../../apps/api/src/health/metrics.service';
import { runCommand } from '../support/processes/command-line';
import { createPreparedDatabase } from '../support/database/prepared-database';
import { putSmallMarket } from '../support/database/small-market';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database';
import { TestService } from '../support/worlds/test-service';
import { until } from '../support/until';

const ROOT = join(__dirname, '../..');
const PATIENCE_MS = 60_000;
const SCANS = '/api/stock-cycle/scans';
const RANGE = { start_date: '2025-09-01', end_date: '2025-09-30', circ_mkt_min_yi: 1, circ_mkt_max_yi: 1000 };
/** What a backup leaves out, what a restore queues again, and where it notes itself. */
const NOT_COMPARED = [
  'job',
  'job_outbox',
  'login',
  'login_attempt',
  'migration',
  'rate_limit',
  'session_count',
  'worker_heartbeat',
  'audit_event',
];

let folder: string;
let service: TestService;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stock-cycle-backup-'));
  service = await TestService.start({ DATA_DIR: place('server'), DATABASE_EMBEDDED: 'on' });
  const stocks = Array.from({ length: 60 }, (_, at) => ({
    code: String(600_000 + at),
    volumes: { [`2025-09-${String((at % 20) + 1).padStart(2, '0')}`]: 10 },
  }));
  await putSmallMarket(service.database, { from: '2024-02-01', to: '2025-09-30' }, stocks);
  const { status } = await service.call('POST', SCANS, { json: RANGE });
  expect(status).toBe(202);
  await until('the scan has ended', PATIENCE_MS, async () => {
    const { body } = await service.call('GET', `${SCANS}/1`);
    return (body.data as { status: string }).status === 'completed';
  });
  const hostile = 'tab\there, line\nend, \\. and \\N, 平安 ✓';
  await service.database.query(`update tracking_session set summary_note = $1 where id = 1`, [hostile]);
  await cli('users', 'create', '小王', '--role', 'admin');
  await cli('api-keys', 'create', 'nightly', '--user', '小王');
});

afterAll(async () => {
  await service.stop();
  await Promise.all(databases.map((database) => database.drop()));
  await rm(folder, { recursive: true, force: true });
});

const cliOn = (url: string, ...words: string[]) =>
  runCommand(words, { DATABASE_URL: url, DATA_DIR: join(folder, 'data') });
const cli = (...words: string[]) => cliOn(service.api.databaseUrl, ...words);
const place = (name: string) => join(folder, name);

async function emptyDatabase(): Promise<string> {
  const database = await createTestDatabase();
  databases.push(database);
  return database.url;
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

/** Rows and their hash, table by table. */
async function fingerprint(url: string): Promise<Record<string, string>> {
  const tables = await query<{ name: string }>(
    url,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const prints: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await query<{ print: string }>(
      url,
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text)), '') as print
       from public."${name}" t`,
    );
    prints[name] = row?.print ?? '';
  }
  return prints;
}

function compared(prints: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(prints).filter(([name]) => !NOT_COMPARED.includes(name)));
}

/** The backup's text, changed, under a checksum of its own that is right. */
async function forged(file: string, change: (text: string) => string): Promise<string> {
  const text = change(gunzipSync(await readFile(file)).toString());
  const body = text.slice(0, text.lastIndexOf('-- end '));
  const sha256 = createHash('sha256').update(body).digest('hex');
  const name = place(`forged-${sha256.slice(0, 8)}`);
  await writeFile(name, gzipSync(`${body}-- end ${JSON.stringify({ sha256 })}\n`));
  return name;
}

describe('a backup of a running server', () => {
  const file = () => place('whole.backup');
  let source: Record<string, string>;
  let target: string;

  beforeAll(async () => {
    await service.stopWorker();
    // Waits for a worker, and must after a restore.
    expect((await service.call('POST', SCANS, { json: { ...RANGE, start_date: '2025-09-02' } })).status).toBe(202);
    // As if a worker held it, and went on for a day: nobody but the restore would give it back.
    await service.database.query(
      `update job set state = 'running', attempts = 1, lease_token = gen_random_uuid(), lease_until = now() + interval '1 day'
       where state = 'queued'`,
    );
    source = await fingerprint(service.api.databaseUrl);
    target = await emptyDatabase();
  });

  it('is one file that nobody else may read, and reports its contents', async () => {
    const { exitCode, stdout, stderr } = await cli('backup', file(), '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const report = JSON.parse(stdout) as { rows: number; bytes: number; tables: number };
    expect(stdout.trim().split('\n')).toHaveLength(1);
    const rows = Object.entries(source)
      .filter(([name]) => ['job', 'audit_event'].includes(name) || !NOT_COMPARED.includes(name))
      .map(([, print]) => Number(print.split(' ')[0]));
    expect(report).toMatchObject({ file: file(), rows: rows.reduce((sum, count) => sum + count, 0) });
    const { mode, size } = await stat(file());
    expect([mode & 0o777, size]).toEqual([0o600, report.bytes]);
    expect(await readdir(folder)).toEqual(['whole.backup']);
  });

  it('is not overwritten unless that is requested', async () => {
    const before = await readFile(file());
    expect(await cli('backup', file())).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: `there is a file ${file()} already; --force replaces it\n`,
    });
    expect(await readFile(file())).toEqual(before);
    expect((await cli('backup', file(), '--force')).stdout).toMatch(
      /whole\.backup: \d+ tables, [\d,]+ rows, .* kB\.\n$/,
    );
    expect(await cli('backup', place('nowhere/a.backup'))).toMatchObject({
      exitCode: 1,
      stderr: `there is no folder ${place('nowhere')}\n`,
    });
  });

  it('is restored completely into an empty database', async () => {
    const { exitCode, stdout, stderr } = await cliOn(target, 'restore', file(), '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ migrated: 0, jobs: 1 });
    expect(compared(await fingerprint(target))).toEqual(compared(source));
    const [kept] = await query<{ kept: number; counted: number }>(
      target,
      `select (select sum(delta)::int from session_count) as kept,
         (select count(*)::int from tracking_session where deleted_at is null) as counted`,
    );
    expect(kept?.counted).toBeGreaterThan(0);
    expect(kept?.kept).toBe(kept?.counted);
    const events = 'select action, subject, actor_kind as kind from audit_event order by id';
    const ofSource = await query(service.api.databaseUrl, events);
    const restored = { action: 'database.restored', subject: basename(file()), kind: 'command_line' };
    expect(await query(target, events)).toEqual([...ofSource, restored]);
    const migrations = 'select timestamp, name from migration order by id';
    expect(await query(target, migrations)).toEqual(await query(service.api.databaseUrl, migrations));
  });

  it('continues the sequences of its source', async () => {
    const next = async (url: string) =>
      (
        await query<{ id: string }>(
          url,
          `insert into app_user (username, password_hash) values ('next', 'x') returning id`,
        )
      )[0];
    const ids = [await next(service.api.databaseUrl), await next(target)];
    expect(ids[1]).toEqual(ids[0]);
    expect(Number(ids[0]?.id)).toBeGreaterThan(2);
  });

  it('is restored to a program that works: logins, and the job that waited', async () => {
    const restored = await TestService.start({}, { databaseUrl: target });
    try {
      await until('the scan that waited has ended', PATIENCE_MS, async () => {
        const { body } = await restored.call('GET', `${SCANS}/2`);
        return (body.data as { status: string }).status === 'completed';
      });
      const { body } = await restored.call('GET', '/api/stock-cycle/sessions?limit=1');
      expect(body.success).toBe(true);
    } finally {
      await restored.stop();
    }
  });

  it('needs --replace --yes if there is something to lose, and restores exactly the backup', async () => {
    expect(await cliOn(target, 'restore', file())).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(
        /^the database is not empty \(.*\); --replace --yes gives up what it holds\n$/,
      ) as unknown,
    });
    expect(await cliOn(target, 'restore', file(), '--replace')).toMatchObject({ exitCode: 2, stdout: '' });
    expect(await cliOn(target, 'restore', file(), '--replace', '--yes')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(compared(await fingerprint(target))).toEqual(compared(source));
  });

  it('is rejected under a running server', async () => {
    expect(await cli('restore', file(), '--replace', '--yes')).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining('a server or a worker runs on this database') as unknown,
    });
  });

  describe('that was damaged', () => {
    let before: Record<string, string>;
    beforeAll(async () => {
      before = await fingerprint(target);
    });
    afterEach(async () => expect(await fingerprint(target)).toEqual(before));

    const refused = async (name: string, sentence: RegExp) => {
      const { exitCode, stdout, stderr } = await cliOn(target, 'restore', name, '--replace', '--yes');
      expect(stderr).toMatch(sentence);
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    };

    it('is rejected if one letter differs', async () => {
      const text = gunzipSync(await readFile(file())).toString();
      await writeFile(place('letter'), gzipSync(text.replace('平安 ✓', '平安 ✗')));
      await refused(place('letter'), /^the backup is damaged \(its checksum is wrong\); nothing was changed\n$/);
    });

    it('is rejected if its end is missing', async () => {
      const bytes = await readFile(file());
      await writeFile(place('short'), bytes.subarray(0, bytes.length - 3000));
      await refused(place('short'), /^the backup is damaged \(/);
      const text = gunzipSync(bytes).toString();
      await writeFile(place('shorter'), gzipSync(text.slice(0, text.lastIndexOf('-- end '))));
      await refused(place('shorter'), /^the backup is damaged \(it ends too early\)/);
    });

    it('is rejected if rows are missing, though the checksum is right', async () => {
      const name = await forged(file(), (text) => text.replace(/^(copy "daily_bar" .*;\n)(?:.*\n){3}/m, '$1'));
      await refused(name, /^the backup is damaged \(daily_bar has \d+ rows of \d+\)/);
    });

    it('is rejected if a row is invalid', async () => {
      const name = await forged(file(), (text) => text.replace(/^(copy "daily_bar" .*;\n)\d/m, '$1no day '));
      await refused(name, /^the backup is damaged \(a row of daily_bar can't be read\)/);
    });

    it('is rejected if it names what is not known here', async () => {
      await refused(await forged(file(), (text) => text.replaceAll('"daily_bar"', '"daily_bier"')), /daily_bier/);
    });

    it('is rejected if a newer build made it', async () => {
      const newer = await forged(file(), (text) =>
        text.replace('"migrations":[', '"migrations":["Later2000000000000",'),
      );
      await refused(newer, /^the backup was made by a newer build \(Later2000000000000\); use that build\n$/);
      await refused(await forged(file(), (text) => text.replace('"format":1', '"format":2')), /newer build/);
    });

    it('is rejected if it is something else', async () => {
      await writeFile(place('text'), 'code,name\n');
      await refused(place('text'), /^the file is not a backup of Stock Cycle\n$/);
      await writeFile(place('zipped'), gzipSync('code,name\n'));
      await refused(place('zipped'), /^the file is not a backup of Stock Cycle\n$/);
      await refused(place('none'), /^there is no file .*none\n$/);
    });
  });
});

it('a backup is one moment, though a scan writes at the time, and the scan continues', async () => {
  await service.startWorker();
  const started = await service.call('POST', SCANS, { json: { ...RANGE, start_date: '2025-09-03' } });
  const { scanId } = started.body.data as { scanId: number };
  const [backup] = await Promise.all([
    cli('backup', place('moment.backup')),
    until('the scan has ended', PATIENCE_MS, async () => {
      const { body } = await service.call('GET', `${SCANS}/${scanId}`);
      return (body.data as { status: string }).status === 'completed';
    }),
  ]);
  expect(backup).toMatchObject({ exitCode: 0, stderr: '' });
  const url = await emptyDatabase();
  expect(await cliOn(url, 'restore', place('moment.backup'))).toMatchObject({ exitCode: 0 });
  expect(
    await query(
      url,
      `select r.range_no from scan_range r where r.matched <>
         (select count(*) from scan_hit h where h.scan_id = r.scan_id and h.code = any(r.codes))`,
    ),
  ).toEqual([]);
  const restored = await TestService.start({}, { databaseUrl: url });
  const scanOf = async (from: TestService) => {
    const { body } = await from.call('GET', `${SCANS}/${scanId}`);
    return body.data as { status: string; matchedCount: number };
  };
  try {
    await until(
      'the restored scan has ended',
      PATIENCE_MS,
      async () => (await scanOf(restored)).status === 'completed',
    );
    expect((await scanOf(restored)).matchedCount).toBe((await scanOf(service)).matchedCount);
  } finally {
    await restored.stop();
  }
});

/** A backup of `url` whose transaction stays open until `release` is called. */
async function heldBackup(
  url: string,
  file: string,
): Promise<{ written: Promise<void>; release: () => void; done: Promise<void> }> {
  const connection = await StreamConnection.open(url, 'test');
  let release: () => void = () => undefined;
  let tell: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const written = new Promise<void>((resolve) => (tell = resolve));
  const held = Object.create(connection, {
    sql: {
      value: {
        query: async <Row>(sql: string, parameters?: readonly unknown[]) => {
          if (sql === 'rollback') {
            tell();
            await released;
          }
          return connection.sql.query<Row>(sql, parameters);
        },
      },
    },
  }) as StreamConnection;
  const { signal } = new AbortController();
  const done = writeBackup({
    connection: held,
    file,
    schema: SCHEMA,
    force: false,
    signal,
    onProgress: () => undefined,
  }).then(() => connection.end());
  return { written, release, done };
}

it('a backup made while an import works on a staging table is restored; the import ends and leaves nothing behind', async () => {
  const url = service.api.databaseUrl;
  const staged = () =>
    query<{ name: string }>(
      url,
      `select relname as name from pg_class where relname ~ '^seo_(import|staging)_\\d'
    and relkind = 'r'`,
    );
  // The merge waits here, behind the staging.
  const blocker = new Client({ connectionString: url });
  await blocker.connect();
  await blocker.query('begin; lock table seo_keyword in share row exclusive mode');
  const { status, body } = await service.call('POST', '/api/admin/imports?kind=keywords&market=us&language=en', {
    raw: 'Keyword,Volume\n平安,100\n',
    headers: { 'content-type': 'text/csv' },
  });
  expect(status).toBe(202);
  await until('the file is staged', PATIENCE_MS, async () => (await staged()).length === 1);
  const backup = await heldBackup(url, place('import.backup'));
  await backup.written;
  await blocker.query('rollback');
  await blocker.end();
  const { importId } = body.data as { importId: number };
  await until('the import has ended', PATIENCE_MS, async () => {
    const [row] = await query<{ status: string }>(url, `select status from seo_import where id = ${importId}`);
    return row?.status === 'completed';
  });
  expect(await staged()).toEqual([]);
  backup.release();
  await backup.done;
  const target = await emptyDatabase();
  expect(await cliOn(target, 'restore', place('import.backup'))).toMatchObject({ exitCode: 0, stderr: '' });
});

it('a backup of an earlier build with a staging table is restored with a warning, and leaves tables of others alone', async () => {
  const url = await emptyDatabase();
  await query(url, 'create unlogged table seo_staging_5_1 (key text, line bigint)');
  await query(url, `insert into seo_staging_5_1 values ('平安', 1), ('银行', 2)`);
  const connection = await StreamConnection.open(url, 'test');
  const { signal } = new AbortController();
  const schema = { migrations: MIGRATIONS, tables: [...SCHEMA.tables, 'seo_staging_5_1'] };
  const file = place('leaked.backup');
  await writeBackup({ connection, file, schema, force: false, signal, onProgress: () => undefined });
  await connection.end();
  const target = await emptyDatabase();
  await query(target, `create table of_others as select 1 as one`);
  expect(await cliOn(target, 'restore', file)).toMatchObject({
    exitCode: 0,
    stderr: 'the backup also holds tables that are not ours; they were left out: seo_staging_5_1\n',
  });
  expect(await query(target, 'select one from of_others')).toEqual([{ one: 1 }]);
  expect(await query(target, `select to_regclass('seo_staging_5_1') as name`)).toEqual([{ name: null }]);
});

it('a backup leaves orphaned staging tables to the nightly pruning, which keeps those in flight', async () => {
  const url = service.api.databaseUrl;
  await service.stopWorker();
  const [waiting] = await query<{ id: string }>(
    url,
    `with job as (
       insert into job (name, queue, payload, dedupe_key, available_at)
       values ('seo.import', 'seo', '{}', 'test', now() + interval '1 hour') returning id)
     insert into seo_import (kind, dry_run, bytes, upload_id, user_id, job_id)
     select 'keywords', false, 1, 0, 1, id from job returning id`,
  );
  for (const name of ['public.seo_staging_900_1', 'staging.seo_import_901_2', `staging.seo_import_${waiting?.id}_1`]) {
    await query(url, `create unlogged table ${name} (key text)`);
  }
  await service.startWorker();
  const jobs = service.api.app.get(JobsService, { strict: false });
  const { jobId } = await service.database.transaction((tx) => jobs.enqueue(tx, pruneJobsJob, { olderThanDays: 30 }));
  jobs.publishSoon();
  await until('the pruning has ended', PATIENCE_MS, async () => {
    const [job] = await query<{ state: string }>(url, `select state from job where id = ${jobId}`);
    return job?.state === 'completed';
  });
  expect(
    await query(
      url,
      `select relname as name from pg_class where relname ~ '^seo_(import|staging)_\\d' and relkind = 'r'`,
    ),
  ).toEqual([{ name: `seo_import_${waiting?.id}_1` }]);
});

describe('a nightly backup', () => {
  const backups = () => place('server/backups');
  const day = '2025-09-30';
  const run = async (attempts: number) => {
    const jobs = service.api.app.get(JobsService, { strict: false });
    await service.stopWorker();
    const { jobId } = await service.database.transaction((tx) => jobs.enqueue(tx, nightlyBackupJob, { day }));
    await service.database.query('update job set attempts = $2 where id = $1', [jobId, attempts]);
    await service.startWorker();
    jobs.publishSoon();
    await until('the backup has ended', PATIENCE_MS, async () => {
      const [job] = await query<{ state: string }>(
        service.api.databaseUrl,
        `select state from job where id = ${jobId}`,
      );
      return job?.state === 'completed' || job?.state === 'failed';
    });
  };
  const runs = () =>
    query(service.api.databaseUrl, 'select day::text, status, error_code as code, file from backup_run');
  const failedFigure = async () =>
    /^backup_failed (\d)$/m.exec(await service.api.app.get(MetricsService, { strict: false }).read())?.[1];

  it('is verified, noted, and replaces older ones; other files stay', async () => {
    await mkdir(backups(), { recursive: true });
    const older = Array.from(
      { length: 20 },
      (_, at) => `stock-cycle-2025-09-${String(at + 1).padStart(2, '0')}.backup`,
    );
    for (const name of [...older, 'notes.txt']) await writeFile(join(backups(), name), '');
    await run(0);
    const file = join(backups(), `stock-cycle-${day}.backup`);
    expect(await readdir(backups())).toEqual([
      'notes.txt',
      // The newest of the weeks from the 1st and the 8th; seven days; the newest of them is of the fourth week.
      ...['07', '14', '15', '16', '17', '18', '19', '20', '30'].map((at) => `stock-cycle-2025-09-${at}.backup`),
    ]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await runs()).toEqual([{ day, status: 'completed', code: null, file }]);
    expect(await failedFigure()).toBe('0');
    expect(await cli('backup', 'verify', file)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('is whole') as unknown,
    });
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, bytes.length - 2000));
    expect(await cli('backup', 'verify', file)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('the backup is damaged') as unknown,
    });
  });

  it('that fails permanently is noted where an operator looks', async () => {
    await rm(backups(), { recursive: true });
    await writeFile(backups(), 'no folder');
    await run(3);
    expect(await runs()).toEqual([{ day, status: 'failed', code: 'backup_not_written', file: null }]);
    expect(await failedFigure()).toBe('1');
    await rm(backups());
  });
});

it('a backup of an older build is migrated', async () => {
  const url = await emptyDatabase();
  await query(url, 'drop schema public cascade; create schema public; create extension pg_trgm');
  // A wrong URL, or a database of the build before: no command changes it.
  const refused = {
    exitCode: 1,
    stdout: '',
    stderr: expect.stringContaining('is not at the schema of this build') as unknown,
  };
  expect(await cliOn(url, 'market', 'status')).toMatchObject(refused);
  expect(
    await query(url, `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`),
  ).toEqual([]);
  const older = MIGRATIONS.slice(0, -4);
  const dataSource = await createDataSource({
    url,
    entities: ENTITIES,
    migrations: older,
    applicationName: 'test',
    poolSize: 2,
    statementTimeoutMs: 30_000,
  }).initialize();
  await migrate(dataSource);
  await dataSource.destroy();
  await query(url, `insert into app_user (username, password_hash, role) values ('alte', 'x', 'admin')`);
  for (const words of [
    ['users', 'list'],
    ['backup', place('refused.backup')],
    ['restore', place('whole.backup')],
  ]) {
    expect(await cliOn(url, ...words)).toMatchObject(refused);
  }
  expect(await query(url, 'select name from migration')).toHaveLength(older.length);
  const connection = await StreamConnection.open(url, 'test');
  const file = place('older.backup');
  await writeBackup({
    connection,
    file,
    schema: SCHEMA,
    force: false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  await connection.end();

  const target = await emptyDatabase();
  const { exitCode, stdout } = await cliOn(target, 'restore', file, '--json');
  expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { migrated: 4 }]);
  expect(await query(target, 'select username from app_user')).toEqual([{ username: 'alte' }]);
  expect(await query(target, 'select name from migration order by id')).toHaveLength(MIGRATIONS.length);
  expect((await cliOn(target, 'users', 'list')).stdout).toContain('alte');
});

describe('a backup that is killed', () => {
  let url: string;

  beforeAll(async () => {
    const database = await createPreparedDatabase();
    databases.push(database);
    ({ url } = database);
    await query(url, 'insert into upload (user_id) values (1)');
    // Does not compress, so that it takes its time.
    await query(
      url,
      `insert into upload_chunk (upload_id, chunk_no, bytes)
       select 1, n, (select string_agg(sha512((random()::text || n || m)::bytea), ''::bytea) from generate_series(1, 8000) m)
       from generate_series(1, 60) n`,
    );
  }, 60_000);

  function start(file: string): ChildProcess {
    const words = [
      '--conditions=source',
      '--require',
      './test/support/runner/swc-register.cjs',
      'apps/cli/src/main.ts',
    ];
    return spawn(process.execPath, [...words, 'backup', file], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], DATABASE_URL: url, DATA_DIR: place('data') },
      stdio: 'ignore',
    });
  }

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'by %s leaves no file that looks complete, and the next one cleans up',
    async (signal) => {
      const own = place(`killed-${signal}`);
      const file = join(own, 'a.backup');
      await mkdir(own);
      const child = start(file);
      await until('something is written', PATIENCE_MS, async () => {
        const [name] = await readdir(own);
        return name !== undefined && (await stat(join(own, name))).size > 0;
      });
      child.kill(signal);
      const [code] = (await once(child, 'exit')) as [number | null];
      const left = await readdir(own);
      expect(left).not.toContain('a.backup');
      expect([code, left.length]).toEqual(signal === 'SIGKILL' ? [null, 1] : [1, 0]);
      // A writer on another host has the process id of one that is dead here; one that was still for days has none.
      const [elsewhere, abandoned] = ['elsewhere', 'abandoned'].map((host) => `a.backup.${host}.4194304.part`);
      for (const name of [elsewhere, abandoned]) await writeFile(join(own, name ?? ''), '');
      const past = new Date(Date.now() - 2 * 86_400_000);
      await utimes(join(own, abandoned ?? ''), past, past);
      expect(await cliOn(url, 'backup', file)).toMatchObject({ exitCode: 0 });
      expect(await readdir(own)).toEqual(['a.backup', elsewhere]);
    },
    90_000,
  );
});
