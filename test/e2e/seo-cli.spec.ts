import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { runCommandLine } from '../../apps/cli/src/program';
import { loadConfig } from '#lib/config';
import { createPreparedDatabase } from '../support/database/prepared-database';
import type { TestDatabase } from '../support/database/test-database';
import { workbookFile } from '../support/inputs/workbook-file';

const FIXTURES = resolve(__dirname, '../fixtures/seo');

describe('seo import', () => {
  let folder: string;
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createPreparedDatabase();
    folder = await mkdtemp(join(tmpdir(), 'stock-cycle-seo-'));
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function cli(...words: string[]) {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const read = () =>
      loadConfig({
        DATA_DIR: join(folder, 'data'),
        ADMIN_PASSWORD: 'a password of tests',
        DATABASE_URL: database.url,
        UPLOAD_MAX_BYTES: '1024',
      });
    const exitCode = await runCommandLine(words, read, { stdout, stderr });
    return { exitCode, stdout: await text(stdout.end()), stderr: await text(stderr.end()) };
  }

  it('imports a file by the market in its name, reports rejected rows, and has a dry run', async () => {
    const file = join(FIXTURES, 'shoes_broad-match_us_2026-05-01.csv');
    const dry = await cli('seo', 'import', file, '--kind', 'keywords', '--dry-run');
    expect([dry.exitCode, dry.stdout]).toEqual([0, expect.stringContaining('nothing was stored')]);
    const done = await cli('seo', 'import', file, '--kind', 'keywords', '--json');
    expect([done.exitCode, JSON.parse(done.stdout)]).toMatchObject([
      0,
      {
        format: 'semrush',
        created: 2,
        updated: 0,
        rejected: [{ line: 4 }, { line: 5 }],
        rejectedTotal: 2,
        dryRun: false,
      },
    ]);
    const again = await cli('seo', 'import', file, '--kind', 'keywords');
    expect([again.exitCode, again.stdout]).toEqual([0, expect.stringContaining('0 new, 0 changed, 2 unchanged')]);
  });

  it('accepts files above the upload limit, and a keyword as an option', async () => {
    const file = join(folder, 'long.csv');
    await writeFile(file, `keyword\n${Array.from({ length: 500 }, (_, at) => `keyword ${at}`).join('\n')}\n`);
    expect((await cli('seo', 'import', file, '--kind', 'keywords')).stdout).toContain('500 new');
    const lists = join(FIXTURES, 'relatedQueries.csv');
    const trends = await cli('seo', 'import', lists, '--kind', 'trends', '--keyword', 'marathon', '--json');
    expect(JSON.parse(trends.stdout)).toMatchObject({ created: 4, rejectedTotal: 0 });
  });

  it('reads a workbook, reports what stays deleted, and undoes an import by its number', async () => {
    const book = join(folder, 'seed_broad-match_de_2026-05-01.xlsx');
    const rows = { 1: ['Keyword', 'Volume', 'Intent'], 2: ['stays deleted', 10], 3: ['comes', 20], 4: ['bad', 'x'] };
    await writeFile(book, workbookFile({ sheets: [{ name: 'Sheet 1', rows }] }));
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(
      `insert into seo_keyword (keyword, folded, language, market, source, short_grams, deleted_at)
       values ('stays deleted', 'stays deleted', 'de', 'de', 'semrush', '{}', now())`,
    );
    await client.end();
    const done = await cli('seo', 'import', book, '--kind', 'keywords', '--json');
    const report = JSON.parse(done.stdout) as { importId: number };
    expect(report).toMatchObject({
      ...{ format: 'semrush', created: 1, updated: 1, deleted: 1, warnings: [] },
      rejected: [{ line: 4 }],
    });
    const undone = await cli('seo', 'undo', String(report.importId), '--json');
    expect([undone.exitCode, JSON.parse(undone.stdout)]).toMatchObject([
      0,
      { importId: report.importId, state: 'completed', removed: 1, restored: 1, kept: 0 },
    ]);
    const again = await cli('seo', 'undo', String(report.importId));
    expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining('undone already')]);
    expect((await cli('seo', 'undo', 'last')).exitCode).toBe(2);
  });

  it('exits 1 if nothing could be read, and 2 for bad usage', async () => {
    const file = join(folder, 'wrong.csv');
    await writeFile(file, 'a,b\n1,2\n');
    const wrong = await cli('seo', 'import', file, '--kind', 'keywords');
    expect([wrong.exitCode, wrong.stderr]).toEqual([1, expect.stringContaining('no column keyword')]);
    expect((await cli('seo', 'import', join(folder, 'none.csv'), '--kind', 'keywords')).exitCode).toBe(1);
    expect((await cli('seo', 'import', file, '--kind', 'others')).exitCode).toBe(2);
    expect((await cli('seo', 'import', file)).exitCode).toBe(2);
  });
});
