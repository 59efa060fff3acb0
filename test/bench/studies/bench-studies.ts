import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BarMatrix, MatrixLoader } from '#lib/bar-matrix';
import { NO_FILTERS } from '#lib/screens/testing';
import { StudiesModule } from '#lib/studies';
import { DEFAULT_COSTS } from '#lib/outcomes';
import { computeStudy } from '#lib/studies/testing';
import { machine } from '../machine';
import type { BenchSize } from '../market/bench-market';
import { openKeptMarket } from '../market/kept-market';
import { openApp } from '../ours/open-app';
import { percentile } from '../statistics';
import { timed } from '../timed';

const CASES = 20_000;
const HORIZONS = [1, 5, 10, 20, 60];
const ROUNDS = 5;
/** Milliseconds of 20,000 cases, 5 horizons, 1,000 random lists and 2,000 resamples (decisions-2, section 19). */
const BOUND_MS = 3000;
/** Days before the first signal and after the last. */
const MARGIN = { before: 130, after: 70 };

/** What a study costs after its hits are found: entries, exits, the market's medians, controls, lists and intervals. */
export async function benchStudies(size: BenchSize): Promise<void> {
  const folder = join(tmpdir(), 'stock-cycle-bench', size.stocks > 1000 ? 'full' : 'small');
  const server = await openKeptMarket(folder, size, 'npm run bench -- studies');
  try {
    const matrix = await readBars(server.url, size.days);
    const [times, processor]: [number[], number[]] = [[], []];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const [began, cpu] = [performance.now(), process.cpuUsage()];
      const { result } = computeStudy(taskOf(matrix), matrix);
      // The first one compiles the code.
      if (round > 0) {
        const { user, system } = process.cpuUsage(cpu);
        times.push(performance.now() - began);
        processor.push((user + system) / 1000);
      } else console.log(`${String(result.cases)} cases on ${String(result.days)} days`);
    }
    const median = percentile(times, 0.5);
    console.log(`study: ${median.toFixed(0)} ms, bound ${String(BOUND_MS)}: ${(median / BOUND_MS).toFixed(2)}x of it`);
    console.log(`processor time: ${percentile(processor, 0.5).toFixed(0)} ms`);
    console.log(machine());
  } finally {
    await server.stop();
  }
}

async function readBars(databaseUrl: string, days: number): Promise<BarMatrix> {
  const app = await openApp(databaseUrl, StudiesModule);
  try {
    const matrix = await timed('bars read', () => app.get(MatrixLoader, { strict: false }).loadDays(days));
    if (matrix === undefined) throw new Error('the market has no bars');
    return matrix;
  } finally {
    await app.close();
  }
}

/** Hits spread over the market by a fixed rule. */
function taskOf(matrix: BarMatrix) {
  const { days, stocks } = matrix.facts;
  const [from, to] = [MARGIN.before, days.length - MARGIN.after];
  const column = (of: (index: number) => number) => Int32Array.from({ length: CASES }, (_, index) => of(index));
  return {
    signals: {
      stockNos: column((index) => (index * 7919) % stocks.length),
      dayNos: column((index) => from + ((index * 104_729) % (to - from))),
      ranks: column(() => 1),
    },
    ...{ from, to: to - 1, filters: NO_FILTERS, horizons: HORIZONS, costs: DEFAULT_COSTS },
    ...{ overlap: 'all' as const, variants: 1, seed: 'bench' },
  };
}
