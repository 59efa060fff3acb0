import type { CalendarDay } from '#lib/kernel';
import type { VendorRead } from '#lib/market-data';
import type { ChipFigures } from './domain/chip-grid';

/** The whole market on a day, or one stock over a span. */
export type ChipSlice =
  | { readonly tradeDate: CalendarDay }
  | { readonly code: string; readonly from?: CalendarDay; readonly to?: CalendarDay };

/** A stock's chips at a day's close as a vendor computed them, from forward-adjusted prices. */
export interface ChipPerformance extends Omit<ChipFigures, 'concentration90' | 'concentration70'> {
  readonly code: string;
  readonly tradeDate: CalendarDay;
  /** The lowest and the highest price of the stock's history. */
  readonly hisLow: number | null;
  readonly hisHigh: number | null;
}

/** A vendor that publishes chip distributions of its own. */
export abstract class ChipVendor {
  /** @throws VendorError; `not_configured` without an account. */
  abstract fetchChips(slice: ChipSlice, signal: AbortSignal): Promise<VendorRead<ChipPerformance>>;
}
