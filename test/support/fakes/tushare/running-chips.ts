/** Prices of the grid grow by this factor a step. */
const STEP = 1.006;
const LOWEST = 0.05;
const BINS = 2200;

const PRICES = Float64Array.from({ length: BINS }, (_, bin) => LOWEST * STEP ** bin);
const LOG_STEP = Math.log(STEP);

export interface ChipDay {
  low: number;
  high: number;
  turnoverPct: number;
}

/** Chips that change hands within each day's range and stay otherwise, over a stock's whole life; prices backward-adjusted. */
export class RunningChips {
  private readonly weights = new Float64Array(BINS);
  private total = 0;
  /** What all weights are to be multiplied with, so that a day's decay is one multiplication. */
  private scale = 1;
  private from = BINS;
  private to = 0;
  lowest = Number.POSITIVE_INFINITY;
  highest = 0;

  trade({ low, high, turnoverPct }: ChipDay): void {
    const moved = Math.min(1, turnoverPct / 100);
    const [first, last] = [binOf(low), binOf(high)];
    if (this.total === 0) {
      this.add(first, last, 1);
    } else {
      this.scale *= 1 - moved;
      this.total *= 1 - moved;
      this.add(first, last, moved);
    }
    this.lowest = Math.min(this.lowest, low);
    this.highest = Math.max(this.highest, high);
    if (this.scale < 1e-100) this.rescale();
  }

  /** Prices below which the given shares of the chips lie, ascending; the mean price; the share at or below `close`. */
  read(shares: readonly number[], close: number): { costs: number[]; mean: number; winners: number } {
    const costs: number[] = [];
    let sum = 0;
    let mean = 0;
    let winners = 0;
    for (let bin = this.from; bin <= this.to; bin += 1) {
      const weight = (this.weights[bin] ?? 0) * this.scale;
      const price = priceOf(bin);
      sum += weight;
      mean += weight * price;
      if (price <= close) winners += weight;
      while (costs.length < shares.length && sum > (shares[costs.length] ?? 1) * this.total) costs.push(price);
    }
    while (costs.length < shares.length) costs.push(priceOf(this.to));
    return { costs, mean: mean / this.total, winners: winners / this.total };
  }

  private add(first: number, last: number, weight: number): void {
    const each = weight / (last - first + 1) / this.scale;
    for (let bin = first; bin <= last; bin += 1) this.weights[bin] = (this.weights[bin] ?? 0) + each;
    this.total += weight;
    this.from = Math.min(this.from, first);
    this.to = Math.max(this.to, last);
  }

  private rescale(): void {
    for (let bin = this.from; bin <= this.to; bin += 1) this.weights[bin] = (this.weights[bin] ?? 0) * this.scale;
    this.scale = 1;
  }
}

function binOf(price: number): number {
  return Math.max(0, Math.min(BINS - 1, Math.round(Math.log(price / LOWEST) / LOG_STEP)));
}

function priceOf(bin: number): number {
  return PRICES[bin] ?? 0;
}
