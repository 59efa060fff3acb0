import type { CalendarDay } from '#lib/kernel';

/** A candidate that traded its year's low inside the range. Prices and caps in yuan, volumes in shares. */
export interface LowVolumeDay {
  code: string;
  stockName: string | null;
  entryDate: CalendarDay;
  minVolume: number;
  close: number;
  /** Limit-up price of the entry day, null on a day without a limit. */
  limitUp: number | null;
  circMarketCap: number;
  /** The lowest volume of the prior window and its latest day; null where the stock did not trade in it. */
  priorMinVolume: number | null;
  priorMinVolumeDate: CalendarDay | null;
}

/** A close at or above the limit-up price, compared in fen because prices are binary fractions. */
export function closedAtLimitUp(close: number, limitUp: number | null): boolean {
  return limitUp !== null && Math.round(close * 100) >= Math.round(limitUp * 100);
}
