import type { CalendarDay } from '#lib/kernel';

/** A stored bar as a reader gets it: yuan as traded, volume in shares, turnover in percent. */
export interface TradedBar {
  tradeDate: CalendarDay;
  open: number;
  high: number;
  low: number;
  close: number;
  preClose: number | null;
  volume: number;
  amount: number | null;
  turnoverPct: number | null;
  circMarketCap: number | null;
  upLimit: number | null;
  downLimit: number | null;
  isSt: boolean | null;
}

/** A bar carried forward to the day of the last one: what a chart or a rule compares. */
export interface AdjustedBar extends TradedBar {
  /** Yuan, forward-adjusted (前复权) as of the last bar. */
  adjOpen: number;
  adjHigh: number;
  adjLow: number;
  adjClose: number;
  /** Shares of today: bonus issues and conversions after the day multiply its volume; cash dividends leave it alone. */
  adjVolume: number;
}

/** A value in force from a day on. */
export interface DatedFactor {
  tradeDate: CalendarDay;
  factor: number;
}

export interface AdjustmentFacts {
  /** The vendor's cumulative factor, changes only, oldest first; empty where none is known. */
  adjFactors: readonly DatedFactor[];
  /** Ex-rights: last close / ex-right previous close, by the day on which the price fell. */
  exRights: readonly DatedFactor[];
  /** On that day each old share became `factor` shares. */
  shareChanges: readonly DatedFactor[];
}

/**
 * Forward-adjusts bars as of the last of them. The vendor's factor decides where it covers the first bar; else the ex-rights
 * that the previous closes tell.
 * @param bars One stock's, oldest first.
 */
export function adjustBars(bars: readonly TradedBar[], facts: AdjustmentFacts): AdjustedBar[] {
  const price = priceMultipliers(bars, facts);
  const shares = shareMultipliers(bars, facts);
  return bars.map((bar, index) => {
    const byPrice = price[index] ?? 1;
    return {
      ...bar,
      adjOpen: bar.open * byPrice,
      adjHigh: bar.high * byPrice,
      adjLow: bar.low * byPrice,
      adjClose: bar.close * byPrice,
      adjVolume: bar.volume * (shares[index] ?? 1),
    };
  });
}

/** What the prices of each day are multiplied with to stand on the basis of the last one. @param days Oldest first. */
export function priceMultipliers(
  days: readonly { tradeDate: CalendarDay }[],
  facts: Pick<AdjustmentFacts, 'adjFactors' | 'exRights'>,
): number[] {
  return isVendorAdjusted(days[0]?.tradeDate, facts.adjFactors)
    ? vendorMultipliers(days, facts.adjFactors)
    : laterProducts(days, facts.exRights).map((product) => 1 / product);
}

/** What the volumes of each day are multiplied with to be shares of the last one. @param days Oldest first. */
export function shareMultipliers(
  days: readonly { tradeDate: CalendarDay }[],
  facts: Pick<AdjustmentFacts, 'shareChanges'>,
): number[] {
  return laterProducts(days, facts.shareChanges);
}

/** Whether the vendor's factor is known from a day on. */
export function isVendorAdjusted(from: CalendarDay | undefined, adjFactors: readonly DatedFactor[]): boolean {
  return from !== undefined && adjFactors[0] !== undefined && adjFactors[0].tradeDate <= from;
}

/** Factor of the day / factor of the last day. */
function vendorMultipliers(bars: readonly { tradeDate: CalendarDay }[], factors: readonly DatedFactor[]): number[] {
  let next = 0;
  let current = 1;
  const inForce = bars.map(({ tradeDate }) => {
    for (let change = factors[next]; change !== undefined && change.tradeDate <= tradeDate; change = factors[next]) {
      current = change.factor;
      next += 1;
    }
    return current;
  });
  const latest = inForce.at(-1) ?? 1;
  return inForce.map((factor) => factor / latest);
}

/**
 * For each bar the product of the events after its day, up to the last bar's. An event on a suspended day falls between two
 * bars and counts for those before it.
 */
function laterProducts(bars: readonly { tradeDate: CalendarDay }[], events: readonly DatedFactor[]): number[] {
  const end = bars.at(-1)?.tradeDate;
  const due = events.filter(({ tradeDate }) => end !== undefined && tradeDate <= end);
  const products: number[] = [];
  let product = 1;
  for (const { tradeDate } of bars.toReversed()) {
    for (let event = due.at(-1); event !== undefined && event.tradeDate > tradeDate; event = due.at(-1)) {
      product *= event.factor;
      due.pop();
    }
    products.push(product);
  }
  return products.reverse();
}
