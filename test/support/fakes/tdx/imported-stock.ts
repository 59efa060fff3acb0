import { calendarDayOf, epochDayOf } from '#lib/kernel';
import type { TdxExchange } from './package-row';
import type { StockBar } from './stock-bars';

/** A stock as a file has it. */
export interface ImportedStock {
  readonly market: TdxExchange;
  readonly code: string;
  /** Traded days, oldest first. */
  readonly bars: readonly StockBar[];
  /** Last day of which the file has a row, traded or not, as whole days since 1970-01-01. Undefined if it has only traded ones. */
  readonly lastDay: number | undefined;
}

const dayNumbers = new Map<string, number>();

/** `YYYY-MM-DD` as whole days since 1970-01-01. Files have the same days again and again. */
export function dayNumberOf(text: string): number {
  const known = dayNumbers.get(text);
  if (known !== undefined) return known;
  const number = epochDayOf(calendarDayOf(text));
  dayNumbers.set(text, number);
  return number;
}

/** Thousandths of a yuan. */
export function toThousandths(yuan: string): number {
  return Math.round(Number(yuan) * 100) * 10;
}

/**
 * Float shares of a day by its turnover, which is rounded: those of the day before as long as they explain it.
 * @param turnoverPct percent, with `error` of rounding.
 */
export function followFloat(before: number, volume: number, turnoverPct: number, error: number): number {
  if (!(turnoverPct > 0) || volume === 0) return before;
  const shares = (volume / turnoverPct) * 100;
  const tolerance = 0.002 + (3 * error) / turnoverPct;
  return before > 0 && Math.abs(shares / before - 1) <= tolerance ? before : Math.round(shares / 100) * 100;
}
