import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type AppConfig, APP_CONFIG } from '#lib/config';
import { importSeoJob, SeoImportsService, SeoImportUndosService } from '#lib/seo';
import { type SeoImportRequest } from '#lib/seo/testing';
import { JobsService } from '#lib/queue';
import { UploadsService } from '#lib/uploads';
import { TestApi } from '../support/worlds/test-api';
import { until } from '../support/until';
import { BESIDE_TESTS } from '../support/processes/beside-tests';

const ROOT = join(__dirname, '../..');
const LONG_MS = 300_000;

/** More than two batches of the merge. */
const ROWS = 100_000;
const REPEATED = 500;
const LARGE_FILE = 128 * 2 ** 20;

/** Smaller than the large file's text. */
const WORKER_HEAP_MB = 112;

jest.setTimeout(LONG_MS);

describe('an import in a worker process', () => {
  let api: TestApi;
  const workers: ChildProcess[] = [];

  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) await kill(worker);
  });
  afterAll(() => api.stop());

  const imports = () => api.app.get(SeoImportsService, { strict: false });

  async function startWorker(): Promise<ChildProcess> {
    const { databaseUrl } = api.app.get<AppConfig>(APP_CONFIG);
    const worker = fork(join(ROOT, 'apps/worker/src/main.ts'), {
      execArgv: [
        `--max-old-space-size=${WORKER_HEAP_MB}`,
        '--conditions=source',
        '--require',
        join(ROOT, 'test/support/runner/swc-register.cjs'),
      ],
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: databaseUrl,
        JOB_LEASE_SECONDS: '2',
        MARKET_SOURCE: 'files',
        ...BESIDE_TESTS,
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    workers.push(worker);
    const jobs = api.app.get(JobsService, { strict: false });
    await api.database.query('delete from worker_heartbeat');
    await until('the worker runs', LONG_MS, async () => {
      if (worker.exitCode !== null) throw new Error('the worker ended');
      return (await jobs.health([importSeoJob.queue])).undrained.length === 0;
    });
    return worker;
  }

  async function kill(worker: ChildProcess): Promise<void> {
    if (worker.exitCode !== null || worker.signalCode !== null) return;
    const exit = once(worker, 'exit');
    worker.kill('SIGKILL');
    await exit;
  }

  async function request(file: AsyncIterable<Uint8Array>, reading: SeoImportRequest): Promise<number> {
    const upload = await api.app.get(UploadsService, { strict: false }).stage(file, 1, 2 ** 30);
    return (await imports().request(1, upload, reading)).importId;
  }

  const ended = (importId: number) =>
    until('the import ends', LONG_MS, async () =>
      ['completed', 'failed'].includes((await imports().get(importId)).state),
    );

  it('is taken over if killed between two batches: every row once, and every count exact', async () => {
    const worker = await startWorker();
    let importId = 0;
    await api.database.transaction(async (tx) => {
      // The second batch waits for this row, which is never committed.
      await tx.query(`insert into seo_keyword (keyword, folded, language, market, source, short_grams)
         values ('keyword 050000', 'keyword 050000', 'und', '', 'own', '{}')`);
      importId = await request(keywordRows(), { kind: 'keywords', dryRun: false });
      await until('the second batch has begun', LONG_MS / 2, async () => {
        // The server ends a transaction that does nothing for long.
        await tx.query('select 1');
        const [row] = await api.database.query<{ created: number; waiting: number }>(
          `select (select created from seo_import where id = $1) as created,
             (select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like 'with batch%'
                and datname = current_database()) as waiting`,
          [importId],
        );
        return row !== undefined && row.created > 0 && row.waiting > 0;
      });
      await kill(worker);
      await tx.query(`delete from seo_keyword where keyword = 'keyword 050000'`);
    });
    const lost = await imports().get(importId);
    expect([lost.state, lost.created > 0, lost.created < ROWS / 2]).toEqual(['running', true, true]);
    await startWorker();
    await ended(importId);
    expect(await imports().get(importId)).toMatchObject({
      state: 'completed',
      created: ROWS,
      updated: 0,
      unchanged: 0,
      duplicate: REPEATED,
      rejected: 2,
      error: null,
    });
    const [left] = await api.database.query(
      `select (select count(*) from seo_keyword) as keywords, (select count(*) from seo_import_reject) as rejected,
         (select count(*) from upload) as uploads, (select max(attempts) from job where name = 'seo.import') as tries,
         (select count(*) from pg_class where relname like 'seo\\_staging%' and relkind = 'r') as staging`,
    );
    expect(left).toEqual({ keywords: ROWS, rejected: 2, uploads: 0, tries: 2, staging: 0 });
  });

  it('is taken over if killed between two batches of an undo: nothing is left, and every count exact', async () => {
    const [done] = await api.database.query<{ id: number }>(
      `select id from seo_import where kind = 'keywords' and status = 'completed' and created = $1`,
      [ROWS],
    );
    if (done === undefined) throw new Error('the import of the first test is needed');
    const undos = api.app.get(SeoImportUndosService, { strict: false });
    const worker = await startWorker();
    await api.database.transaction(async (tx) => {
      // A batch behind the first one waits for this row, which is changed by nobody in the end.
      await tx.query(`select id from seo_keyword where keyword = 'keyword 050000' for update`);
      await undos.request(1, done.id);
      await until('a batch waits, behind one that is through', LONG_MS / 2, async () => {
        await tx.query('select 1');
        const [row] = await api.database.query<{ removed: number; waiting: number }>(
          `select (select removed from seo_import where id = $1) as removed,
             (select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like 'with picked%'
                and datname = current_database()) as waiting`,
          [done.id],
        );
        return row !== undefined && row.removed > 0 && row.waiting > 0;
      });
      await kill(worker);
    });
    const lost = await imports().get(done.id);
    expect([lost.undo?.state, (lost.undo?.removed ?? ROWS) < ROWS]).toEqual(['running', true]);
    await startWorker();
    await until('the undo ends', LONG_MS, async () => (await imports().get(done.id)).undo?.state === 'completed');
    expect((await imports().get(done.id)).undo).toMatchObject({ removed: ROWS, restored: 0, kept: 0, error: null });
    const [left] = await api.database.query(
      `select (select count(*) from seo_keyword) as keywords, (select count(*) from seo_import_change) as notes,
         (select max(attempts) from job where name = 'seo.undo') as tries`,
    );
    expect(left).toEqual({ keywords: 0, notes: 0, tries: 2 });
  });

  it('reads a file that is larger than its memory', async () => {
    const worker = await startWorker();
    const importId = await request(wideRows(), { kind: 'keywords', dryRun: true });
    await ended(importId);
    const done = await imports().get(importId);
    expect([done.state, done.error, done.bytes > LARGE_FILE]).toEqual(['completed', null, true]);
    expect(done.created).toBeGreaterThan(30_000);
    expect(worker.exitCode).toBeNull();
  });
});

/** `ROWS` keywords, some of them twice and far apart, and two bad rows. */
async function* keywordRows(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('keyword,searchVolume\nbad one,many\n');
  for (let from = 0; from < ROWS; from += 1000) {
    let text = '';
    for (let at = from; at < from + 1000; at += 1) text += `keyword ${String(at).padStart(6, '0')},${at}\n`;
    yield Buffer.from(text);
  }
  let text = 'bad two,few\n';
  for (let at = 0; at < REPEATED; at += 1) text += `KEYWORD ${String(at * 150).padStart(6, '0')},${at * 150}\n`;
  yield Buffer.from(text);
}

/** Keywords with columns beside them that nobody reads, in all more than `LARGE_FILE`. */
async function* wideRows(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('keyword,Serp Features,searchVolume\n');
  const features = `Sitelinks, ""Image pack"", ${'x'.repeat(4000)}`;
  for (let bytes = 0, at = 0; bytes < LARGE_FILE; at += 1) {
    const line = Buffer.from(`wide keyword ${at},"${features}",${at}\n`);
    bytes += line.length;
    yield line;
  }
}
