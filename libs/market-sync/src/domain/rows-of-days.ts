import type { CalendarDay } from '#lib/kernel';

/** Rows of some days, and the days of which they are all there is. */
export interface RowsOfDays<Row> {
  days: readonly CalendarDay[];
  rows: readonly Row[];
}
