import type { CalendarDay } from '#lib/kernel';

/** What a run reads of the market. */
export interface BarRequest {
  /** The last day that is read. */
  readonly through: CalendarDay;
  /** Bars of each stock up to the day; null: all that are stored. */
  readonly bars: number | null;
}
