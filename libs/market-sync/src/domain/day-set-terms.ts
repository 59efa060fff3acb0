import { type CalendarDay, shanghaiDayAt } from '#lib/kernel';
import { shanghaiTime, SYNC_AT } from '#lib/market-data/domain';

/** When a vendor has the days of a data set, where that is not when it has the bars. */
export interface DaySetTerms {
  /** The first day that there is; null: not stated. */
  readonly firstDay: CalendarDay | null;
  /** The time of the day itself (`HH:MM`, Shanghai) before which there is nothing of it. */
  readonly readyAt: string;
}

/** Whether the vendor may have the set's day by now. Without terms it does. */
export function mayHaveCome(terms: DaySetTerms | undefined, day: CalendarDay, now: Date): boolean {
  if (terms === undefined) return true;
  return (terms.firstDay === null || day >= terms.firstDay) && now >= shanghaiTime(day, terms.readyAt);
}

/**
 * When a sync that has today's other data is to request a set of today that is not ready; undefined if it is, and early in
 * the day, when the sync of the evening will come by itself.
 */
export function readyLaterAt(terms: DaySetTerms | undefined, day: CalendarDay, now: Date): Date | undefined {
  if (terms === undefined || day !== shanghaiDayAt(now) || now < shanghaiTime(day, SYNC_AT)) return undefined;
  const ready = shanghaiTime(day, terms.readyAt);
  return now < ready && mayHaveCome(terms, day, ready) ? ready : undefined;
}
