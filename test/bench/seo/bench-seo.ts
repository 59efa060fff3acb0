import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import { Client } from 'pg';
import { ADMINISTRATOR_ID, ApiKeysService, ensureAdministrator } from '#lib/accounts';
import { loadConfig } from '#lib/config';
import { Database } from '#lib/database';
import { createLogger } from '#lib/observability';
import { BacklinksService, KeywordsService, type SeoKind, SeoImportsService } from '#lib/seo';
import { UploadsService } from '#lib/uploads';
import { WorkerModule } from '../../../apps/worker/src/worker.module';
import { openMigratedDatabase } from '../../support/database/migrated-database';
import { emptyBenchFolder, startBenchServer, stopOnSignal } from '../bench-server';
import { keepScores, type Score } from '../scores';
import { startApi } from '../sessions/programs';
import { percentile } from '../statistics';
import { backlinkFile, domainNo, keywordFile, wordNo } from './seo-files';

/** Remembers the last statement that a service ran. */
class StatementRecorder extends Database {
  last: { sql: string; parameters: readonly unknown[] } = { sql: '', parameters: [] };

  override query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    this.last = { sql, parameters };
    return super.query<Row>(sql, parameters);
  }
}

interface Sizes {
  keywords: number;
  backlinks: number;
}

const TIMES = 200;
const KEYWORDS_A_SECOND = 30_000;
const BACKLINKS_A_SECOND = 12_000;
const LARGEST_FILE = 8 * 2 ** 30;

/** A question, as our service answers it, as bare SQL does, and as the route does. */
interface Lookup {
  name: string;
  bound: number | undefined;
  inputs: readonly string[];
  ours: (input: string) => Promise<unknown>;
  sql: string;
  parameters: (input: string) => unknown[];
  route: string;
  body: (input: string) => object;
}

const BEST_KEYWORDS = 'order by search_volume desc nulls last, id limit 50';
const BEST_BACKLINKS =
  'order by quality_score desc nulls last, page_authority desc nulls last, created_at desc, id desc limit 5';

/** Imports at their rates, then lookups beside bare SQL on the same indexes. Nothing fails; a figure out of bounds says so. */
export async function benchSeo(sizes: Sizes): Promise<void> {
  const folder = await emptyBenchFolder('seo');
  const server = await startBenchServer({ folder, command: 'npm run bench -- seo' });
  stopOnSignal(() => server.stop());
  try {
    const apiKey = await prepare(server.url);
    const logger = createLogger({ level: 'warn', process: 'worker' });
    const config = loadConfig({ DATABASE_URL: server.url, DATA_DIR: join(folder, 'program') });
    const worker = await NestFactory.createApplicationContext(
      WorkerModule.forRoot(config, logger, { schedules: false }),
      {
        logger: false,
      },
    );
    const api = await startApi(server.url, folder);
    const bare = new Client({ connectionString: server.url });
    await bare.connect();
    try {
      console.log(`load ${(loadavg()[0] ?? 0).toFixed(1)} on ${availableParallelism()} processors before`);
      const uploads = worker.get(UploadsService, { strict: false });
      const imports = worker.get(SeoImportsService, { strict: false });
      const sides = { uploads, imports, bare };
      const scores = [
        ...(await timeImport(sides, 'keywords', sizes.keywords, keywordFile(sizes.keywords), KEYWORDS_A_SECOND)),
        ...(await timeImport(sides, 'keywords', sizes.keywords, keywordFile(sizes.keywords), undefined)),
        ...(await timeImport(sides, 'keywords', sizes.keywords, keywordFile(sizes.keywords, 1), undefined)),
        ...(await timeBareInsert(bare)),
        ...(await timeImport(sides, 'backlinks', sizes.backlinks, backlinkFile(sizes.backlinks), BACKLINKS_A_SECOND)),
      ];
      const recorder = new StatementRecorder(worker.get(Database).dataSource);
      const { rows } = await bare.query<{ folded: string }>(
        'select folded from seo_keyword where id % $1 = 1 order by id limit 200',
        [Math.max(1, Math.floor(sizes.keywords / 200))],
      );
      const stored = rows.map(({ folded }) => folded);
      const lookups = lookupsOf(new KeywordsService(recorder), new BacklinksService(recorder), stored);
      scores.push(...(await compare(lookups, bare, api.url, apiKey)));
      await keepScores('seo', scores);
      await explain(lookups, recorder, bare, join(folder, 'plans.txt'));
    } finally {
      await bare.end();
      await api.stop();
      await worker.close();
    }
    const load = loadavg()[0] ?? 0;
    console.log(
      `${availableParallelism()} processors, load ${load.toFixed(1)} (a busy machine spoils rates and ratios)`,
    );
  } finally {
    await server.stop();
  }
}

async function prepare(url: string): Promise<string> {
  const dataSource = await openMigratedDatabase({ url, applicationName: 'stock-cycle-bench' });
  try {
    const database = new Database(dataSource);
    await ensureAdministrator(database, { username: 'admin', password: undefined });
    return (await new ApiKeysService(database).create(ADMINISTRATOR_ID, { name: 'bench' })).key;
  } finally {
    await dataSource.destroy();
  }
}

async function timeImport(
  { uploads, imports, bare }: { uploads: UploadsService; imports: SeoImportsService; bare: Client },
  kind: SeoKind,
  rows: number,
  file: AsyncIterable<Uint8Array>,
  bound: number | undefined,
): Promise<Score[]> {
  const upload = await uploads.stage(file, ADMINISTRATOR_ID, LARGEST_FILE);
  const logBytes = async (): Promise<number> => {
    const { rows: bytes } = await bare.query<{ bytes: number }>(
      `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`,
    );
    return bytes[0]?.bytes ?? Number.NaN;
  };
  const before = await logBytes();
  const { importId } = await imports.request(ADMINISTRATOR_ID, upload, { kind, dryRun: false });
  for (;;) {
    const row = await imports.get(importId);
    if (row.state === 'failed') throw new Error(row.error ?? 'the import failed');
    if (row.state === 'completed') break;
    await sleep(100);
  }
  const logged = ((await logBytes()) - before) / rows;
  const { rows: times } = await bare.query<{ seconds: number; created: string; updated: string; unchanged: string }>(
    `select extract(epoch from i.finished_at - j.started_at)::float8 as seconds, i.created, i.updated, i.unchanged
     from seo_import i join job j on j.id = i.job_id where i.id = $1`,
    [importId],
  );
  const { seconds = Number.NaN, created = '', updated = '', unchanged = '' } = times[0] ?? {};
  const rate = rows / seconds;
  const verdict = bound === undefined ? '' : `  ${rate >= bound ? 'at least' : 'BELOW'} ${bound.toLocaleString('en')}`;
  const bytes = (upload.bytes / 2 ** 20).toFixed(0);
  console.log(
    `${kind}: ${rows.toLocaleString('en')} rows (${bytes} MB; ${created} new, ${updated} changed, ${unchanged} unchanged) in ` +
      `${seconds.toFixed(1)} s: ${Math.round(rate).toLocaleString('en')} a second${verdict}, ${logged.toFixed(0)} bytes of log a row`,
  );
  // Statistics and visibility, as the import leaves them a moment later.
  await bare.query(`vacuum (analyze) seo_${kind === 'keywords' ? 'keyword' : 'backlink'}`);
  if (bound === undefined) return [];
  return [
    {
      ...{
        what: `${rows.toLocaleString('en')} ${kind} imported, indexes live`,
        beside: 'rows a second',
        held: rate >= bound,
      },
      ...{ measured: Math.round(rate).toLocaleString('en'), bound: `>= ${bound.toLocaleString('en')}` },
    },
  ];
}

const BARE = 'bench_keyword';

/**
 * What the server alone needs for the same keywords: one INSERT … SELECT in the order of their keys, into a table with the same
 * indexes and into one without those of the fuzzy search. Nothing is read from a file, compared, logged or fenced.
 */
async function timeBareInsert(bare: Client): Promise<Score[]> {
  const listGins = async (): Promise<string[]> => {
    const { rows } = await bare.query<{ name: string }>(
      `select i.indexrelid::regclass::text as name
       from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
       where i.indrelid = $1::regclass and a.amname = 'gin'`,
      [BARE],
    );
    return rows.map(({ name }) => name);
  };
  const time = async (): Promise<string> => {
    await bare.query('checkpoint');
    const began = performance.now();
    const { rowCount } = await bare.query(
      `insert into ${BARE} overriding system value select * from seo_keyword order by folded, language, market, source`,
    );
    for (const index of await listGins()) await bare.query('select gin_clean_pending_list($1::regclass)', [index]);
    return Math.round(((rowCount ?? 0) * 1000) / (performance.now() - began)).toLocaleString('en');
  };
  await bare.query(`create table ${BARE} (like seo_keyword including all)`);
  const live = await time();
  await bare.query(`truncate ${BARE}`);
  for (const index of await listGins()) await bare.query(`drop index ${index}`);
  const without = await time();
  await bare.query(`drop table ${BARE}`);
  console.log(
    `one bare INSERT … SELECT of these keywords: ${live} a second, without the indexes of the fuzzy search ${without}`,
  );
  const what = 'the same keywords by one bare INSERT, indexes live';
  return [{ what, beside: 'rows a second', measured: live, bound: 'none', held: true }];
}

function lookupsOf(keywords: KeywordsService, backlinks: BacklinksService, stored: readonly string[]): Lookup[] {
  const search = '/api/admin/seo-ranking/keyword-search';
  const fuzzy = (name: string, bound: number | undefined, inputs: readonly string[]): Lookup => ({
    name,
    bound,
    inputs,
    ours: (input) => keywords.fuzzy(input, 50).catch(() => []),
    sql: `select * from seo_keyword where folded like $1 and deleted_at is null ${BEST_KEYWORDS}`,
    parameters: (input) => [`%${input}%`],
    route: search,
    body: (keyword) => ({ keyword, searchMode: 'fuzzy' }),
  });
  const spread = (count: number, step: number): number[] => Array.from({ length: count }, (_, at) => at * at * step);
  const words = spread(100, 3)
    .map((index) => wordNo(index))
    .filter((word) => word.length >= 4);
  return [
    {
      name: 'exact',
      bound: 2,
      inputs: stored,
      ours: (input) => keywords.exact(input).catch(() => undefined),
      sql: 'select * from seo_keyword where folded = $1 and deleted_at is null order by search_volume desc nulls last, id limit 1',
      parameters: (input) => [input],
      route: search,
      body: (keyword) => ({ keyword }),
    },
    fuzzy('fuzzy, 4 characters and more', 3, words),
    fuzzy(
      'fuzzy, two words',
      3,
      spread(60, 1).map((index) => `${wordNo(index)} ${wordNo(index + 1)}`),
    ),
    fuzzy('fuzzy, 1 to 3 Latin characters', undefined, [
      'a',
      'e',
      'z',
      'an',
      'sh',
      'xq',
      'qz',
      'vw',
      'oo',
      'str',
      'zzz',
      'oun',
      '7',
      '9z',
    ]),
    fuzzy('fuzzy, Chinese', undefined, ['机', '鞋', '手机', '跑步', '耳机', '价格推', '机票天气', '龘']),
    {
      name: 'backlinks by domain',
      bound: 3,
      inputs: spread(100, 6).map((index) => domainNo(index)),
      ours: (input) => backlinks.bySource(input, 'contains'),
      sql: `select from_url from seo_backlink where search_text like $1 and deleted_at is null ${BEST_BACKLINKS}`,
      parameters: (input) => [`%${input}%`],
      route: '/api/admin/backlinks/query-by-source',
      body: (sourceUrl) => ({ sourceUrl }),
    },
  ];
}

/** All sides in turn, so that the noise of the machine is everybody's. */
async function compare(lookups: readonly Lookup[], bare: Client, url: string, apiKey: string): Promise<Score[]> {
  const scores: Score[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  console.log(
    `\n${'p95 ms'.padEnd(34)}${['bare SQL', 'ours', 'ratio', 'worst', 'by HTTP'].map((title) => title.padStart(10)).join('')}`,
  );
  for (const lookup of lookups) {
    const times: Record<'sql' | 'ours' | 'http', number[]> = { sql: [], ours: [], http: [] };
    for (let turn = -20; turn < TIMES; turn += 1) {
      const input = lookup.inputs[(turn + 20) % lookup.inputs.length] ?? '';
      const sql = await timed(() => bare.query(lookup.sql, lookup.parameters(input)));
      const ours = await timed(() => lookup.ours(input));
      const http = await timed(() => post(agent, `${url}${lookup.route}`, apiKey, lookup.body(input)));
      if (turn < 0) continue;
      times.sql.push(sql);
      times.ours.push(ours);
      times.http.push(http);
    }
    const ratio = p95(times.ours) / p95(times.sql);
    const verdict =
      lookup.bound === undefined ? '' : `  ${ratio <= lookup.bound ? 'within' : 'ABOVE'} ${lookup.bound}x`;
    const figures = [p95(times.sql), p95(times.ours), ratio, Math.max(...times.ours), p95(times.http)];
    console.log(
      `${lookup.name.padEnd(34)}${figures.map((figure) => figure.toFixed(2).padStart(10)).join('')}${verdict}`,
    );
    if (lookup.bound === undefined) continue;
    scores.push({
      ...{ what: `SEO lookup: ${lookup.name}, p95`, beside: 'bare SQL on the same indexes' },
      ...{ measured: `${ratio.toFixed(2)}x`, bound: `<= ${lookup.bound}x`, held: ratio <= lookup.bound },
    });
  }
  agent.destroy();
  return scores;
}

/** The plans of each lookup, for the page about it. */
async function explain(
  lookups: readonly Lookup[],
  recorder: StatementRecorder,
  bare: Client,
  file: string,
): Promise<void> {
  const plans: string[] = [];
  for (const { name, inputs, ours } of lookups) {
    for (const input of [inputs[0], inputs[Math.floor(inputs.length / 2)], inputs.at(-1)]) {
      if (input === undefined) continue;
      await ours(input);
      const { rows } = await bare.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, costs off, summary off, timing off) ${recorder.last.sql}`,
        [...recorder.last.parameters],
      );
      plans.push(`-- ${name}: ${input}`, ...rows.map((row) => row['QUERY PLAN']), '');
    }
  }
  await writeFile(file, plans.join('\n'));
  console.log(`plans in ${file}`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function post(agent: Agent, url: string, apiKey: string, json: object): Promise<void> {
  const body = JSON.stringify(json);
  const headers = {
    'x-api-key': apiKey,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (reply) => {
      reply.resume();
      reply.on('end', resolve);
      reply.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function p95(values: readonly number[]): number {
  return percentile(values, 0.95);
}
