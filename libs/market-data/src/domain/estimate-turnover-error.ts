/** A turnover of two decimals may be off by half of the last one. */
const COARSE = 0.005;
const FINE = 0.00005;

/** By how many percentage points a vendor's turnover may be off: vendors give two decimals, or four to six. */
export function estimateTurnoverError(turnoverPct: number): number {
  return Math.abs(turnoverPct * 100 - Math.round(turnoverPct * 100)) < 1e-7 ? COARSE : FINE;
}
