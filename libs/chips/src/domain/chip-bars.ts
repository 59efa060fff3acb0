/** Bars of one or many stocks as columns, each stock's oldest first. Prices in yuan on one basis of adjustment. */
export interface ChipBars {
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** Percent of the float that changed hands. */
  readonly turnoverPct: Float64Array;
}

/** What of the bars a distribution is made from: those from `from` to `last`, both included. */
export interface BarSpan {
  readonly from: number;
  readonly last: number;
}

/** The bars up to `last` that a window holds: the newest `range` of them, or all from the first on. */
export function windowUpTo(last: number, range?: number): BarSpan {
  return { from: range === undefined ? 0 : Math.max(0, last - range + 1), last };
}

/** The part of the float that changed hands on a day, at most all of it; a bar without a turnover moved nothing. */
export function turnoverOf(bars: ChipBars, index: number): number {
  return Math.min(1, (bars.turnoverPct[index] ?? 0) / 100 || 0);
}

/** How much of the float the bars explain: 1 − Π(1 − turnover), 0 to 1. */
export function computeCoverage(bars: ChipBars, { from, last }: BarSpan): number {
  let untouched = 1;
  for (let index = from; index <= last; index += 1) untouched *= 1 - turnoverOf(bars, index);
  return 1 - untouched;
}
