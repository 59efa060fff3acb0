import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { EmbeddedPostgres } from '#lib/embedded-postgres';
import { benchChips } from './chips/bench-chips';
import { Figures } from './figures';
import { benchImports } from './imports/bench-imports';
import type { BenchSize } from './market/bench-market';
import { benchLoadReads } from './load-reads/bench-load-reads';
import { benchMachines } from './machines/bench-machines';
import { openKeptMarket } from './market/kept-market';
import { benchMarkets } from './markets/bench-markets';
import { benchMemory } from './memory/bench-memory';
import { InProcess } from './ours/in-process';
import { Program } from './ours/program';
import { startRedis } from './ours/redis';
import { benchPgBouncer } from './pgbouncer/bench-pgbouncer';
import { type Peers, startPeers } from './peers/start-peers';
import { questionNo } from './question';
import { benchReplica } from './replica/bench-replica';
import { keepScores, type Score, scoreTable } from './scores';
import { benchScreens } from './screens/bench-screens';
import { benchStudies } from './studies/bench-studies';
import { benchSeo } from './seo/bench-seo';
import { benchSessions } from './sessions/bench-sessions';
import { benchSnapshot } from './snapshot/bench-snapshot';
import { benchTdx } from './tdx/bench-tdx';
import { timed } from './timed';

const FULL: BenchSize = { stocks: 5400, days: 1250 };
const SMALL: BenchSize = { stocks: 600, days: 700 };
/** The history that an empty market gets. */
const TDX_FULL: BenchSize = { stocks: 5400, days: 500 };
const TDX_SMALL: BenchSize = { stocks: 600, days: 60 };
const BATCHES_A_ROUND = 10;
/** At most, times DuckDB. */
const SQL_BOUND = 8;
const REQUEST_BOUND = 12;
const FASTER_THAN_PANDAS = 10;
/** At most, ms, a batch of 50 by queue. */
const BATCH_BOUNDS = [
  ['Postgres', 50],
  ['Redis', 30],
] as const;
const MIDDLE_OF_THE_MARKET = '300100';

const DUCKDB = 'DuckDB, its own file, 2 threads';
const SQL = 'ours: plan, SQL and sessions, in process';
const PANDAS = 'pandas: the program, pickle read and groupby loop';
const PANDAS_LOOP = 'pandas: the groupby loop alone, frame in memory';
const PANDAS_VECTORISED = 'pandas: vectorised, frame in memory';
const requestOn = (queue: string): string => `ours: request to sessions written, ${queue} queue`;
const batchOn = (queue: string): string => `ours: one batch of 50 by the route, ${queue} queue`;

interface Bench {
  size: BenchSize;
  rounds: number;
  folder: string;
  figures: Figures;
  peers: Peers;
  inProcess: InProcess;
  server: EmbeddedPostgres;
  questions: number;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      small: { type: 'boolean' },
      pgbouncer: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '6' },
      keywords: { type: 'string', default: '200000' },
      backlinks: { type: 'string', default: '200000' },
    },
    allowPositionals: true,
  });
  if (positionals[0] === 'sessions') return benchSessions(Number(values.rounds));
  if (positionals[0] === 'chips') return benchChips(Number(values.rounds));
  if (positionals[0] === 'snapshot') return benchSnapshot();
  if (positionals[0] === 'memory') return benchMemory();
  if (positionals[0] === 'machines') return benchMachines({ pooled: values.pgbouncer });
  if (positionals[0] === 'pgbouncer') return benchPgBouncer(Number(values.rounds));
  if (positionals[0] === 'replica') return benchReplica(Number(values.rounds));
  if (positionals[0] === 'tdx') return benchTdx(values.small === true ? TDX_SMALL : TDX_FULL);
  if (positionals[0] === 'screens') return benchScreens(values.small === true ? SMALL : FULL);
  if (positionals[0] === 'studies') return benchStudies(values.small === true ? SMALL : FULL);
  if (positionals[0] === 'imports') return benchImports(values.small === true ? SMALL : FULL, Number(values.rounds));
  if (positionals[0] === 'load-reads') return benchLoadReads(values.small === true ? SMALL : FULL);
  if (positionals[0] === 'markets') {
    return values.small === true ? benchMarkets(SMALL, [1, 10]) : benchMarkets(FULL, [1, 10]);
  }
  if (positionals[0] === 'table') {
    console.log(await scoreTable());
    return;
  }
  if (positionals[0] === 'seo') {
    return benchSeo({ keywords: Number(values.keywords), backlinks: Number(values.backlinks) });
  }
  const small = values.small === true;
  const size = small ? SMALL : FULL;
  const folder = join(tmpdir(), 'stock-cycle-bench', small ? 'small' : 'full');
  const server = await openKeptMarket(folder, size, 'npm run bench');
  try {
    const inProcess = await InProcess.open(server.url);
    try {
      const peers = await timed('peers ready', () => startPeers(folder));
      const bench = { size, folder, figures: new Figures(), peers, inProcess, server, questions: 0 };
      try {
        await run({ ...bench, rounds: Number(values.rounds) });
      } finally {
        await Promise.all([peers.duckdb.stop(), peers.pandas?.stop()]);
      }
    } finally {
      await inProcess.close();
    }
  } finally {
    await server.stop();
  }
}

async function run(bench: Bench): Promise<void> {
  await roundsOn(bench, 'Postgres', undefined);
  const redis = await startRedis();
  if (redis === undefined)
    console.error('!! no redis-server, so the Redis lines are left out: apt install redis-server');
  else {
    try {
      await roundsOn(bench, 'Redis', redis.url);
    } finally {
      await redis.stop();
    }
  }
  report(bench);
  await keepScores('scan', scoresOf(bench.figures));
}

/** All sides in turn, so that the noise of the machine is everybody's. The first round only warms up. */
async function roundsOn(bench: Bench, queue: string, redisUrl: string | undefined): Promise<void> {
  const { inProcess, server, folder, figures, peers } = bench;
  await inProcess.forgetScans();
  const program = await Program.start({ databaseUrl: server.url, redisUrl, dataDir: join(folder, 'program') });
  try {
    program.apiKey = await inProcess.createApiKey();
    for (let round = 0; round <= bench.rounds; round += 1) {
      const note = (name: string, ms: number): void => {
        if (round > 0) figures.add(name, ms);
      };
      const ask = (): ReturnType<typeof questionNo> => questionNo((bench.questions += 1), bench.size.days);

      const duckdb = await peers.duckdb.answer(ask());
      figures.compare(DUCKDB, duckdb.hits);
      note(DUCKDB, duckdb.ms);

      await inProcess.forgetScans();
      const sql = await inProcess.scan(ask());
      figures.compare(SQL, sql.hits);
      note(SQL, sql.ms);

      const began = performance.now();
      const hits = await inProcess.untilScanned(await program.startScan(ask()));
      note(requestOn(queue), performance.now() - began);
      figures.compare(requestOn(queue), hits);

      const batchQuestion = ask();
      await program.batch(batchQuestion, MIDDLE_OF_THE_MARKET);
      for (let batch = 0; batch < BATCHES_A_ROUND; batch += 1) {
        const start = performance.now();
        await program.batch(batchQuestion, MIDDLE_OF_THE_MARKET);
        note(batchOn(queue), performance.now() - start);
      }

      for (const [name, variant] of peers.pandas === undefined ? [] : PANDAS_VARIANTS) {
        const pandas = await peers.pandas?.answer(ask(), variant);
        if (pandas === undefined) continue;
        figures.compare(name, pandas.hits);
        note(name, pandas.ms);
      }
      console.log(`${queue} queue, round ${round} of ${bench.rounds}${round === 0 ? ' (warm-up)' : ''}`);
    }
  } finally {
    await program.stop();
  }
}

const PANDAS_VARIANTS = [
  [PANDAS, 'program'],
  [PANDAS_LOOP, 'loop'],
  [PANDAS_VECTORISED, 'vectorised'],
] as const;

function report({ figures, size }: Bench): void {
  console.log(`\n${size.stocks} stocks, ${size.days} days, range of 60 days: ${figures.hits} hits`);
  if (size !== FULL) console.log('the bounds are meant for the full size');
  const load = loadavg()[0] ?? 0;
  console.log(`${availableParallelism()} processors, load ${load.toFixed(1)} (a busy machine spoils the ratios)`);
  console.log(`${''.padEnd(52)}${'median ms'.padStart(9)}${'best'.padStart(9)}${'/ DuckDB'.padStart(9)}`);
  console.log(figures.line(DUCKDB, DUCKDB));
  console.log(figures.line(SQL, DUCKDB, { most: SQL_BOUND, unit: 'x' }));
  for (const [queue, batchMs] of BATCH_BOUNDS) {
    if (!figures.has(requestOn(queue))) continue;
    console.log(figures.line(requestOn(queue), DUCKDB, { most: REQUEST_BOUND, unit: 'x' }));
    console.log(figures.line(batchOn(queue), DUCKDB, { most: batchMs, unit: 'ms' }));
  }
  if (figures.has(PANDAS)) {
    for (const name of [PANDAS, PANDAS_LOOP, PANDAS_VECTORISED]) console.log(figures.line(name, DUCKDB));
    for (const name of [SQL, requestOn('Postgres'), requestOn('Redis')]) {
      if (!figures.has(name)) continue;
      const faster = figures.median(PANDAS) / figures.median(name);
      const verdict = faster >= FASTER_THAN_PANDAS ? 'at least' : 'BELOW';
      console.log(
        `${name}: ${faster.toFixed(1)} times as fast as the pandas program, ${verdict} ${FASTER_THAN_PANDAS}`,
      );
    }
  }
  if (figures.differences.length === 0) {
    console.log('the same hits everywhere');
    return;
  }
  console.error(`the answers differ:\n${figures.differences.join('\n')}`);
  process.exitCode = 1;
}

function scoresOf(figures: Figures): Score[] {
  const scores: Score[] = [];
  const add = (name: string, beside: string, measured: number, most: number, unit: string): void => {
    const what = name.replace('ours: ', '');
    scores.push({
      ...{ what, beside, measured: `${measured.toFixed(1)}${unit}`, bound: `<= ${most}${unit}` },
      held: measured <= most,
    });
  };
  const timesOf = (name: string, base: string): number => figures.median(name) / figures.median(base);
  add(SQL, 'DuckDB on its own file', timesOf(SQL, DUCKDB), SQL_BOUND, 'x');
  for (const [queue, batchMs] of BATCH_BOUNDS) {
    if (!figures.has(requestOn(queue))) continue;
    add(requestOn(queue), 'DuckDB on its own file', timesOf(requestOn(queue), DUCKDB), REQUEST_BOUND, 'x');
    add(batchOn(queue), 'median', figures.median(batchOn(queue)), batchMs, ' ms');
    if (!figures.has(PANDAS)) continue;
    const faster = timesOf(PANDAS, requestOn(queue));
    scores.push({
      ...{ what: requestOn(queue).replace('ours: ', ''), beside: 'the usual pandas program' },
      ...{ measured: `${faster.toFixed(1)}x as fast`, bound: `>= ${FASTER_THAN_PANDAS}x` },
      held: faster >= FASTER_THAN_PANDAS,
    });
  }
  return scores;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
