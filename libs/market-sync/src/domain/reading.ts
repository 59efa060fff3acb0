import { type CalendarDay, shanghaiDayAt } from '#lib/kernel';
import { AGREE_MS, FINAL_FROM, isProvisional, shanghaiTime, ENOUGH } from '#lib/market-data/domain';

/** Whether so many of the expected rows are enough. Of nothing expected nothing is enough: an empty day is no data. */
export function isEnough(arrived: number, expected: number): boolean {
  return arrived > 0 && arrived >= expected * ENOUGH;
}

/** One answer of the vendor for a day, as far as it takes part in settling it. */
export interface DayReading {
  day: CalendarDay;
  fetchedAt: Date;
  /** The first of the readings, this one included, that gave the same. */
  firstSameAt: Date;
}

/** What a reading says of the one before: since when the vendor gives the same final answer. */
export function firstSameAt(
  day: CalendarDay,
  now: { at: Date; rows: number; total: number },
  before: { firstSameAt: Date; rows: number; total: number } | undefined,
): Date {
  if (before?.rows !== now.rows || before.total !== now.total) return now.at;
  return isProvisional(day, before.firstSameAt) ? now.at : before.firstSameAt;
}

/**
 * Whether the vendor's answer for a day is final.
 *
 * On the day itself: enough came, and (of bars) two readings ten minutes apart agree. On a later day one reading will do
 * where it holds enough; one that is short is final when a second agrees. So a short day of the past is settled and not
 * complete, and no day is settled by what came before the exchange's data were final.
 * @param ofBars Only bars are compared twice on their day; what goes with them is there or not.
 * @param finalFrom The time of the day from which one reading with enough is final; null: two must agree.
 */
export function isSettled(
  { day, fetchedAt, firstSameAt: since }: DayReading,
  enough: boolean,
  ofBars: boolean,
  finalFrom: string | null = null,
): boolean {
  if (isProvisional(day, fetchedAt)) return false;
  if (finalFrom !== null && fetchedAt >= shanghaiTime(day, finalFrom)) return enough;
  const agreed = fetchedAt.getTime() - since.getTime() >= AGREE_MS;
  const late = shanghaiDayAt(fetchedAt) > day;
  return late ? enough || agreed : enough && (agreed || !ofBars);
}

/** When a reading that is not settled is worth another; undefined where a later sync of the day will come by itself. */
export function nextReadingAt({ day, fetchedAt, firstSameAt: since }: DayReading, now: Date): Date | undefined {
  if (isProvisional(day, fetchedAt)) {
    const final = shanghaiTime(day, FINAL_FROM);
    return now >= final ? final : undefined;
  }
  const agreed = fetchedAt.getTime() - since.getTime() >= AGREE_MS;
  return new Date((agreed ? fetchedAt : since).getTime() + AGREE_MS);
}
