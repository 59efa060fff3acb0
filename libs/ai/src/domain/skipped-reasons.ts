import type { CalendarDay } from '#lib/kernel';

export const SKIPPED_REASONS = ['provisional', 'exists', 'before_entry', 'no_bar'] as const;

/** Why a fill wrote nothing for a day or week. A type alias: only it is assignable to JSON. */
export type SkippedReason = {
  /** The trading day, or the week's end date. */
  date: CalendarDay;
  /**
   * `provisional`: its bar is not final yet; `no_bar`: the stock did not trade; `before_entry`: before the session's entry;
   * `exists`: a record was left alone.
   */
  reason: (typeof SKIPPED_REASONS)[number];
};

export interface FillDates {
  entryDate: CalendarDay;
  /** Days or week ends with final bars. */
  traded: readonly CalendarDay[];
  /** Days or week ends whose bars are there, and not final. */
  provisional: readonly CalendarDay[];
  /** All that one may expect a record of: what has bars, and what the calendar has. */
  expected: readonly CalendarDay[];
  /** Evaluated by a model, or requested without an answer, which the errors report. */
  requested: readonly CalendarDay[];
}

/** The dates of a fill's window that are not requested, oldest first, each with its reason. */
export function skippedReasons(dates: FillDates): SkippedReason[] {
  const { entryDate } = dates;
  const [traded, provisional, requested] = [
    new Set(dates.traded),
    new Set(dates.provisional),
    new Set(dates.requested),
  ];
  const findReason = (date: CalendarDay): SkippedReason['reason'] => {
    if (date < entryDate) return 'before_entry';
    if (traded.has(date)) return 'exists';
    return provisional.has(date) ? 'provisional' : 'no_bar';
  };
  return [...new Set([...dates.expected, ...dates.traded, ...dates.provisional])]
    .filter((date) => !requested.has(date))
    .sort()
    .map((date) => ({ date, reason: findReason(date) }));
}
