import type { CalendarDay } from '#lib/kernel';
import type { TdxExchange } from './package-row';
import type { StockBars } from './stock-bars';

/** A stock of a market that the fakes serve, under its code of today. */
export interface StockLife {
  readonly market: TdxExchange;
  readonly code: string;
  readonly listDay: CalendarDay;
  /** Whether the first bar is the first day of trading. */
  readonly isNewcomer: boolean;
  /** The last day on which the stock is listed; listed still if left out. */
  readonly lastDay?: CalendarDay;
  readonly bars: StockBars;
  /** The name without marks of a day. */
  nameOf(state: { isSt: boolean }): string;
}
