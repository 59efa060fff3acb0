/** The deepest fall of an equity curve below what it had reached. */
export interface Drawdown {
  /** Share of the peak that was lost, 0.2: 20 %; 0: it never fell. */
  readonly depth: number;
  /** Places of the peak and of the trough. */
  readonly peak: number;
  readonly trough: number;
  /** Days from the peak until the equity was back at it, or to the end. */
  readonly underWater: number;
}

/** Measures the deepest fall between two places of a curve, both included; of equal ones the first. */
export function findDrawdown(equity: Float64Array, from: number, to: number): Drawdown {
  let [peak, depth] = [from, 0];
  let deepest = { peak: from, trough: from };
  for (let at = from; at <= to; at += 1) {
    const value = equity[at] ?? NaN;
    const high = equity[peak] ?? NaN;
    if (value >= high) peak = at;
    else if (1 - value / high > depth) {
      depth = 1 - value / high;
      deepest = { peak, trough: at };
    }
  }
  const underWater = depth === 0 ? 0 : findRecovery(equity, deepest, to) - deepest.peak;
  return { depth, ...deepest, underWater };
}

function findRecovery(equity: Float64Array, { peak, trough }: { peak: number; trough: number }, to: number): number {
  for (let at = trough; at <= to; at += 1) if ((equity[at] ?? NaN) >= (equity[peak] ?? NaN)) return at;
  return to;
}
