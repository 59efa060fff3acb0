import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureAdministrator } from '#lib/accounts';
import { createDataSource, Database } from '#lib/database';
import { SystemClock } from '#lib/kernel';
import {
  type ImportReport,
  MarketImporter,
  MarketLoadHooks,
  MarketStateService,
  TradingCalendarService,
} from '#lib/market-data';
import { refreshSessionsWithLoads } from '#lib/tracking';
import { ENTITIES } from '#lib/schema';
import { emptyBenchFolder, startBenchServer, stopOnSignal } from '../bench-server';
import { machine } from '../machine';
import { processorSeconds } from '../machines/usage';
import type { BenchSize } from '../market/bench-market';
import { writeMarketFiles } from '../load-reads/write-market-archive';
import { InProcess } from '../ours/in-process';
import { timed } from '../timed';
import { watchStatements } from './statement-times';

const FIRST_LOAD_BOUND = 150_000;
const SHOWN_FROM_MS = 300;

interface Run {
  seconds: number;
  /** Until the last bar was staged. */
  reading: number;
  /** Seconds of a processor. */
  node: number;
  report: ImportReport;
}

/**
 * Loads files of a market into an empty database, then the same files again, which changes nothing. A file a stock, as vendors'
 * programs save them. Sets the exit code if a first load is below its bound in every round.
 */
export async function benchImports(size: BenchSize, rounds: number): Promise<void> {
  const files = await keptFiles(size);
  const statements = watchStatements();
  let best = 0;
  console.log(machine());
  for (let round = 1; round <= rounds; round += 1) {
    const folder = await emptyBenchFolder('imports');
    const server = await startBenchServer({ folder, command: 'npm run bench -- imports' });
    stopOnSignal(() => server.stop());
    try {
      const inProcess = await InProcess.open(server.url);
      await inProcess.migrate(server.url);
      await inProcess.close();
      statements(0);
      for (const name of ['first load', 'reload'] as const) {
        const run = await load(server.url, files);
        const rate = run.report.bars.read / run.seconds;
        if (name === 'first load') best = Math.max(best, rate);
        console.log(
          `${name} ${round}: ${run.report.bars.read} bars in ${run.seconds.toFixed(1)} s, ${Math.round(rate)} a second; ` +
            `reading ${run.reading.toFixed(1)} s; ${run.node.toFixed(1)} s of a processor in this process`,
        );
        for (const { text, ms } of statements(SHOWN_FROM_MS)) console.log(`  ${(ms / 1000).toFixed(1)} s  ${text}`);
      }
    } finally {
      await server.stop();
    }
  }
  console.log(`first load: ${Math.round(best)} bars a second at best, bound ${FIRST_LOAD_BOUND}`);
  if (best < FIRST_LOAD_BOUND) process.exitCode = 1;
}

/** The market's files, kept from run to run: writing them takes longer than loading. */
async function keptFiles(size: BenchSize): Promise<string> {
  const name = `imports-${size.stocks}x${size.days}`;
  const folder = join(tmpdir(), 'stock-cycle-bench', name);
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return join(folder, 'files');
  await emptyBenchFolder(name);
  const files = await timed('market written', () => writeMarketFiles(folder, size, 1));
  await writeFile(complete, '');
  return files;
}

async function load(url: string, path: string): Promise<Run> {
  const settings = { url, entities: ENTITIES, migrations: [], applicationName: 'bench', poolSize: 4 };
  const dataSource = await createDataSource({ ...settings, statementTimeoutMs: 600_000 }).initialize();
  try {
    const database = new Database(dataSource);
    await ensureAdministrator(database, { username: 'admin', password: undefined });
    const clock = new SystemClock();
    const state = new MarketStateService(database);
    const calendars = new TradingCalendarService(database, state, clock);
    const hooks = new MarketLoadHooks();
    refreshSessionsWithLoads(hooks);
    const importer = new MarketImporter(database, state, calendars, hooks, clock);
    const began = performance.now();
    const node = processorSeconds([process.pid]) ?? 0;
    let reading = 0;
    const report = await importer.import({
      path,
      format: 'baostock-csv',
      onProgress: ({ stage }) => {
        if (stage === 'storing') reading = (performance.now() - began) / 1000;
      },
    });
    return {
      seconds: (performance.now() - began) / 1000,
      reading,
      node: (processorSeconds([process.pid]) ?? 0) - node,
      report,
    };
  } finally {
    await dataSource.destroy();
  }
}
