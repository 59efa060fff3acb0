import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BenchSize, writeBenchMarket } from '../market/bench-market';
import { machine } from '../machine';
import { installDuckDb } from '../peers/start-peers';
import { timed } from '../timed';

const PROGRAM = join(__dirname, '../peers/duckdb_markets.mjs');

interface Found {
  bars: number;
  hits: number;
  bytes: number;
  loadSeconds: number;
  scanMs: number;
  dayMs: number;
}

/**
 * A trial of another engine for bars (docs/scale.md): so many markets in one DuckDB file, the scan of one of them, and a day
 * that is added to one. Nothing fails.
 */
export async function benchMarkets(size: BenchSize, counts: readonly number[]): Promise<void> {
  const folder = join(tmpdir(), 'stock-cycle-bench', 'markets');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  installDuckDb();
  await timed('market generated', () => writeBenchMarket(folder, size));
  for (const markets of counts) {
    const file = join(folder, `${markets}.duckdb`);
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, file, folder, String(markets)]);
    const found = JSON.parse(stdout) as Found;
    console.log(
      `${markets} markets, ${found.bars.toLocaleString('en')} bars: ${(found.bytes / 2 ** 20).toFixed(0)} MiB, ` +
        `loaded in ${found.loadSeconds.toFixed(1)} s (${Math.round(found.bars / found.loadSeconds).toLocaleString('en')} a second), ` +
        `a scan ${found.scanMs.toFixed(1)} ms (${found.hits} low stocks), a day more ${found.dayMs.toFixed(0)} ms`,
    );
    await rm(file, { force: true });
  }
  console.log(machine());
  await rm(folder, { recursive: true, force: true });
}
