import type { CalendarDay } from '#lib/kernel';
import type { StockAdjustments } from './stock-adjustments';

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
  /** Limit prices of the day: the vendor's as they are stored, or those of `limitBars`. */
  upLimit: number | null;
  downLimit: number | null;
  isSt: boolean | null;
  /** Whether a suspension ended on the day; left out where nobody asked. */
  isResumption?: boolean;
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

/** Forward-adjusts bars as of the last of them. @param bars One stock's, oldest first. */
export function adjustBars(bars: readonly TradedBar[], adjustments: StockAdjustments): AdjustedBar[] {
  const price = adjustments.priceMultipliers(bars);
  const shares = adjustments.shareMultipliers(bars);
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
