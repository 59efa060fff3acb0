import { writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { NestFactory } from '@nestjs/core';
import { Client } from 'pg';
import { loadConfig } from '#lib/config';
import { Database } from '#lib/database';
import {
  type ChipBars,
  eastmoneyChips,
  type ChipFigures,
  type ChipGrid,
  computeChipFigures,
  MarketChips,
} from '#lib/chips/testing';
import { refreshStockFigures } from '#lib/market-data';
import { createLogger } from '#lib/observability';
import { JobsService, getJobResult } from '#lib/queue';
import { type CyqSyncReport, syncMarketCyqJob } from '#lib/tracking';
import { WorkerModule } from '../../../apps/worker/src/worker.module';
import { openMigratedDatabase } from '../../support/database/migrated-database';
import { emptyBenchFolder, startBenchServer, stopOnSignal } from '../bench-server';
import { Figures } from '../figures';
import { writeBenchMarket } from '../market/bench-market';
import { loadMarket } from '../market/load-market';
import { Peer } from '../peers/peer';
import { pythonWith } from '../peers/start-peers';
import { keepScores, type Score } from '../scores';

const STOCKS = 5400;
const WINDOW = 210;
/** Suspended stocks need some days more. */
const DAYS = 260;
const COMPUTE_MS = 150;
const END_TO_END_MS = 2000;
/** The plain numpy program is asked for every so manyth stock. */
const PLAIN_EVERY = 20;

const FAST = 'ours: the form for the whole market';
/** What a quiet machine would show: the time that other programs had the processor is not in it. */
const FAST_CPU = `${FAST}, CPU`;
const REFERENCE = 'ours: the published form';
const VECTORISED = 'numpy: vectorised over 128 stocks';
const PLAIN = `numpy: stock by stock (every ${PLAIN_EVERY}th, times ${PLAIN_EVERY})`;
const JOB = 'ours: the job, bars read to rows stored and told';

interface Market extends ChipBars {
  codes: string[];
}

interface NumpyAnswer {
  ms: number;
  /** cost5, cost15, cost50, cost85, cost95, weighted average, winner rate of each stock. */
  figures: number[][];
}

/** Chip distributions of the whole market: the computation beside numpy, and the job from the bars to the stored rows. */
export async function benchChips(rounds: number): Promise<void> {
  const folder = await emptyBenchFolder('chips');
  const server = await startBenchServer({ folder, command: 'npm run bench -- chips' });
  stopOnSignal(() => server.stop());
  try {
    await prepare(server.url, folder);
    const market = await readMarket(server.url);
    const figures = new Figures();
    const numpy = await startNumpy(folder, market);
    try {
      await compareForms(market, figures, numpy, rounds);
    } finally {
      await numpy?.stop();
    }
    await timeJob(server.url, figures, rounds);
    report(market, figures);
    await keepScores('chips', scoresOf(figures));
  } finally {
    await server.stop();
  }
}

async function prepare(url: string, folder: string): Promise<void> {
  const { bars } = await writeBenchMarket(folder, { stocks: STOCKS, days: DAYS });
  console.log(`${bars.toLocaleString('en')} bars`);
  const dataSource = await openMigratedDatabase({ url, applicationName: 'bench' });
  await loadMarket(url, folder, DAYS);
  await new Database(dataSource).transaction(async (tx) => {
    await refreshStockFigures(tx, 'everything');
  });
  await dataSource.destroy();
}

/** The stocks that have the whole window, as columns. */
async function readMarket(url: string): Promise<Market> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ code: string; bars: number[][] }>(
    `select code, json_agg(json_build_array(open, high, low, close, turnover_pct) order by trade_date) as bars
     from (select *, row_number() over (partition by code order by trade_date desc) as back from daily_bar) b
     where back <= $1 group by code having count(*) = $1 order by code`,
    [WINDOW],
  );
  await client.end();
  const column = (field: number): Float64Array =>
    Float64Array.from(rows.flatMap(({ bars }) => bars.map((bar) => bar[field] ?? 0)));
  const [open, high, low, close, turnoverPct] = [column(0), column(1), column(2), column(3), column(4)];
  return { codes: rows.map(({ code }) => code), open, high, low, close, turnoverPct };
}

async function startNumpy(folder: string, market: Market): Promise<Peer | undefined> {
  const python = pythonWith('numpy');
  if (python === undefined) {
    console.error('!! numpy is missing, so its lines are left out: apt install python3-numpy');
    return undefined;
  }
  const file = join(folder, 'columns.f64');
  const { open, high, low, close, turnoverPct } = market;
  await writeFile(
    file,
    Buffer.concat([open, high, low, close, turnoverPct].map(({ buffer }) => new Uint8Array(buffer))),
  );
  const script = join(__dirname, '../peers/numpy_chips.py');
  return Peer.start(python, [script, file, String(market.codes.length), String(WINDOW)]);
}

function compute(market: Market, form: (bars: ChipBars, from: number) => ChipGrid): ChipFigures[] {
  return market.codes.map((_, stockNo) => {
    const from = stockNo * WINDOW;
    return computeChipFigures(form(market, from), market.close[from + WINDOW - 1] ?? 0);
  });
}

async function compareForms(market: Market, figures: Figures, numpy: Peer | undefined, rounds: number): Promise<void> {
  const chips = new MarketChips();
  for (let round = 0; round <= rounds; round += 1) {
    const note = (name: string, ms: number): void => {
      if (round > 0) figures.add(name, ms);
    };
    const fast = timed(() => compute(market, (bars, from) => chips.of(bars, { from, last: from + WINDOW - 1 })));
    note(FAST, fast.ms);
    note(FAST_CPU, fast.cpuMs);
    const published = timed(() =>
      compute(market, (bars, from) => eastmoneyChips(bars, { from, last: from + WINDOW - 1 })),
    );
    note(REFERENCE, published.ms);
    if (numpy !== undefined) {
      const vectorised = await numpy.ask<NumpyAnswer>({ variant: 'vectorised' });
      note(VECTORISED, vectorised.ms);
      if (round === 0) {
        tellDifferences('the published form', fast.value, published.value.map(rowOf), 0);
        tellDifferences('numpy', fast.value, vectorised.figures, 1e-9);
      }
      if (round === 1)
        note(PLAIN, (await numpy.ask<NumpyAnswer>({ variant: 'plain', every: PLAIN_EVERY })).ms * PLAIN_EVERY);
    }
    console.log(`forms, round ${round} of ${rounds}${round === 0 ? ' (warm-up)' : ''}`);
  }
}

function rowOf(figures: ChipFigures): number[] {
  const { cost5, cost15, cost50, cost85, cost95, weightedAverage, winnerRate } = figures;
  return [cost5, cost15, cost50, cost85, cost95, weightedAverage, winnerRate];
}

function tellDifferences(
  what: string,
  ours: readonly ChipFigures[],
  theirs: readonly number[][],
  tolerance: number,
): void {
  const differ = ours.filter((figures, stockNo) =>
    rowOf(figures).some(
      (value, field) => Math.abs(value - (theirs[stockNo]?.[field] ?? NaN)) > tolerance * Math.abs(value),
    ),
  );
  console.log(`against ${what}: ${differ.length} of ${ours.length} stocks differ by more than ${tolerance}`);
}

/** The scheduled job in a worker: each time on an empty cache. */
async function timeJob(url: string, figures: Figures, rounds: number): Promise<void> {
  const config = loadConfig({ DATABASE_URL: url, CYQ_WINDOW: String(WINDOW), MARKET_SOURCE: 'files' });
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const logger = createLogger({ level: 'error', process: 'worker', destination: silent });
  const worker = await NestFactory.createApplicationContext(
    WorkerModule.forRoot(config, logger, { schedules: false }),
    {
      logger: false,
      abortOnError: false,
    },
  );
  try {
    const [jobs, database] = [worker.get(JobsService, { strict: false }), worker.get(Database, { strict: false })];
    for (let round = 0; round <= rounds; round += 1) {
      await database.query('truncate chip_distribution');
      const began = performance.now();
      const { jobId } = await database.transaction((tx) => jobs.enqueue(tx, syncMarketCyqJob, {}));
      jobs.publishSoon();
      const result: CyqSyncReport | undefined = getJobResult(syncMarketCyqJob, await jobs.wait(jobId, 120_000));
      if (round > 0) figures.add(JOB, performance.now() - began);
      if (round === 0) console.log(`the job: ${result?.updated ?? 0} of ${result?.requested ?? 0} stocks stored`);
    }
  } finally {
    await worker.close();
  }
}

function report(market: Market, figures: Figures): void {
  console.log(`\n${market.codes.length} stocks x ${WINDOW} bars x 150 prices`);
  const load = loadavg()[0] ?? 0;
  console.log(`${availableParallelism()} processors, load ${load.toFixed(1)} (a busy machine spoils the ratios)`);
  console.log(`${''.padEnd(52)}${'median ms'.padStart(9)}${'best'.padStart(9)}${'/ ours'.padStart(9)}`);
  console.log(figures.line(FAST, FAST, { most: COMPUTE_MS, unit: 'ms' }));
  console.log(figures.line(FAST_CPU, FAST, { most: COMPUTE_MS, unit: 'ms' }));
  console.log(figures.line(REFERENCE, FAST));
  for (const name of [VECTORISED, PLAIN]) if (figures.has(name)) console.log(figures.line(name, FAST));
  console.log(figures.line(JOB, FAST, { most: END_TO_END_MS, unit: 'ms' }));
}

function scoresOf(figures: Figures): Score[] {
  const numpy = figures.has(VECTORISED)
    ? `numpy, vectorised: ${(figures.median(VECTORISED) / figures.median(FAST)).toFixed(1)} times as long`
    : 'median';
  const score = (what: string, beside: string, ms: number, most: number): Score => ({
    ...{ what, beside, measured: `${ms.toFixed(0)} ms`, bound: `<= ${most} ms`, held: ms <= most },
  });
  return [
    score('chips of the whole market, computed', numpy, figures.median(FAST), COMPUTE_MS),
    score('chips of the whole market, from bars to rows', 'median', figures.median(JOB), END_TO_END_MS),
  ];
}

function timed<T>(work: () => T): { value: T; ms: number; cpuMs: number } {
  const began = performance.now();
  const processor = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(processor);
  return { value, ms: performance.now() - began, cpuMs: (user + system) / 1000 };
}
