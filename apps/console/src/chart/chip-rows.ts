/** Chips at prices, ascending; weights sum up to 1. */
export interface ChipPrices {
  readonly prices: readonly number[];
  readonly weights: readonly number[];
}

export interface ChipRows {
  /** Of each row, from the top of the pane down: the part of all chips that was bought at or below the close. */
  readonly profit: readonly number[];
  /** Bought above it. */
  readonly trapped: readonly number[];
  /** The part that lies beyond the axis. */
  readonly above: number;
  readonly below: number;
}

/**
 * Folds chips into rows of the screen. A bucket is spread over the rows that its price step covers, so that rows that are
 * finer or coarser than the buckets show neither gaps nor stripes.
 *
 * @param rowOf The row of a price, not rounded; smaller for higher prices.
 */
export function chipRows(
  { prices, weights }: ChipPrices,
  close: number,
  rowOf: (price: number) => number,
  rows: number,
): ChipRows {
  const profit = Array.from({ length: rows }, () => 0);
  const trapped = Array.from({ length: rows }, () => 0);
  let above = 0;
  let below = 0;
  const half = findStep(prices) / 2;
  for (const [index, price] of prices.entries()) {
    const weight = weights[index] ?? 0;
    const top = rowOf(price + half);
    const bottom = Math.max(rowOf(price - half), top + 1e-9);
    const density = weight / (bottom - top);
    above += density * Math.max(0, Math.min(bottom, 0) - top);
    below += density * Math.max(0, bottom - Math.max(top, rows));
    const side = price <= close ? profit : trapped;
    for (let row = Math.max(0, Math.floor(top)); row < Math.min(rows, bottom); row += 1) {
      const part = density * (Math.min(row + 1, bottom) - Math.max(row, top));
      side[row] = (side[row] ?? 0) + Math.max(0, part);
    }
  }
  return { profit, trapped, above, below };
}

/** The smallest step between prices: buckets without chips are left out by the server. */
function findStep(prices: readonly number[]): number {
  let step = Number.POSITIVE_INFINITY;
  for (const [index, price] of prices.entries()) {
    const next = prices[index + 1];
    if (next !== undefined && next > price) step = Math.min(step, next - price);
  }
  return Number.isFinite(step) ? step : 0.01;
}
