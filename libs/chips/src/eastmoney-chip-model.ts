import { setImmediate as otherWork } from 'node:timers/promises';
import type { Database } from '#lib/database';
import { calendarDayFromEpochDay } from '#lib/kernel';
import { type AppliedAdjustment, type StockAdjustments, readStockAdjustments } from '#lib/market-data';
import { type BarSpan, computeCoverage } from './domain/chip-bars';
import { computeChipFigures } from './domain/chip-grid';
import { MarketChips } from './domain/market-chips';
import { listDays, readChipBars } from './persistence/chip-bars.query';
import type { ChipBarMatrix } from './domain/chip-bar-matrix';
import { type ChipModelResult, type ChipRow, roundedFigures } from './domain/chip-row';

/** Stocks between two pauses, so that leases are renewed meanwhile. */
const PAUSE_EVERY = 500;

/**
 * The published East Money distribution on the newest final bar of each stock, over exactly the last `window`
 * bars,
 * forward-adjusted as of that bar. A stock with fewer bars has no value: it would not compare with the others.
 */
export async function eastmoneyChipRows(
  database: Database,
  codes: readonly string[],
  window: number,
): Promise<ChipModelResult> {
  const matrix = await readChipBars(database, codes, window);
  const adjustments = await readStockAdjustments(database, codes);
  const answer: ChipModelResult = { rows: [], warnings: [], vendorCalls: 0 };
  const chips = new MarketChips();
  for (const [stockNo, code] of matrix.codes.entries()) {
    if (stockNo % PAUSE_EVERY === PAUSE_EVERY - 1) await otherWork();
    const span = matrix.spanOf(stockNo);
    const problem = findProblem(matrix, span, window);
    if (span === undefined || problem !== undefined) {
      answer.warnings.push({ code, ...(problem ?? NO_BARS) });
      continue;
    }
    const adjustment = adjust(matrix, span, adjustments.of(code));
    answer.rows.push({
      code,
      tradeDate: calendarDayFromEpochDay(matrix.day[span.last] ?? 0),
      adjusted: adjustment !== 'none',
      adjustment,
      ...figuresIn(matrix, span, chips),
    });
  }
  return answer;
}

const NO_BARS = { reason: 'no_market_data', detail: 'there are no bars of this stock' } as const;

function findProblem(
  matrix: ChipBarMatrix,
  span: BarSpan | undefined,
  window: number,
): Pick<ChipModelResult['warnings'][number], 'reason' | 'detail'> | undefined {
  if (span === undefined) return NO_BARS;
  const bars = span.last - span.from + 1;
  if (bars < window) return { reason: 'short_history', detail: `the model needs ${window} bars, there are ${bars}` };
  let without = 0;
  for (let place = span.from; place <= span.last; place += 1) {
    if (Number.isNaN(matrix.turnoverPct[place])) without += 1;
  }
  return without === 0
    ? undefined
    : { reason: 'no_market_data', detail: `${without} of the last ${window} bars have no turnover` };
}

/** Puts a stock's prices on the basis of its last bar. @returns by what. */
function adjust(matrix: ChipBarMatrix, { from, last }: BarSpan, adjustments: StockAdjustments): AppliedAdjustment {
  const [first, newest] = [matrix.day[from] ?? 0, matrix.day[last] ?? 0].map(calendarDayFromEpochDay);
  if (first === undefined || newest === undefined) return 'none';
  const applied = adjustments.appliedBetween(first, newest);
  if (applied !== 'none') {
    const multipliers = adjustments.priceMultipliers(listDays(matrix, from, last));
    for (const [index, multiplier] of multipliers.entries()) matrix.adjust(from + index, multiplier);
  }
  return applied;
}

function figuresIn(
  matrix: ChipBarMatrix,
  span: BarSpan,
  chips: MarketChips,
): Omit<ChipRow, 'code' | 'tradeDate' | 'adjusted' | 'adjustment'> {
  const bars = span.last - span.from + 1;
  return {
    ...roundedFigures(computeChipFigures(chips.of(matrix, span), matrix.close[span.last] ?? 0)),
    windowBars: bars,
    warmUpBars: bars - 1,
    coverage: Math.round(computeCoverage(matrix, span) * 1e6) / 1e6,
  };
}
