import { type CalendarDay, shanghaiDayAt } from '#lib/kernel';

/** A day's bar is provisional before 15:45 in Shanghai: trading at the closing price goes on until 15:30. */
const BARS_ARE_FINAL_MS = (15 * 60 + 45) * 60_000;

/** The last calendar day whose bars can be final at an instant of the business clock. */
export function lastFinalDay(now: Date): CalendarDay {
  return shanghaiDayAt(new Date(now.getTime() - BARS_ARE_FINAL_MS));
}
