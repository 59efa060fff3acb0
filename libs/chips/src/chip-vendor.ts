import type { CalendarDay } from '#lib/kernel';
import type { VendorRead } from '#lib/market-data';

/** The whole market on a day, or one stock over a span. */
export type ChipSlice =
  | { readonly tradeDate: CalendarDay }
  | { readonly code: string; readonly from?: CalendarDay; readonly to?: CalendarDay };

/** A stock's chips at a day's close as a vendor computed them: forward-adjusted yuan, the winner rate in percent. */
export interface ChipPerformance {
  readonly code: string;
  readonly tradeDate: CalendarDay;
  readonly hisLow: number | null;
  readonly hisHigh: number | null;
  readonly cost5: number;
  readonly cost15: number;
  readonly cost50: number;
  readonly cost85: number;
  readonly cost95: number;
  readonly weightedAverage: number;
  readonly winnerRate: number;
}

/** A vendor that publishes chip distributions of its own. */
export abstract class ChipVendor {
  /** @throws VendorError; `not_configured` without an account. */
  abstract fetchChips(slice: ChipSlice, signal: AbortSignal): Promise<VendorRead<ChipPerformance>>;
}
