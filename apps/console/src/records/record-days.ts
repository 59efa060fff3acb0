import { toMonday } from './calendar-days';

interface DayBar {
  readonly tradeDate: string;
}

interface WeekBar {
  readonly weekEndDate?: string;
}

/** What decides which days may get a record. */
export interface RecordDays {
  readonly entryDate: string;
  /** The calendar day in Shanghai. */
  readonly today: string;
  readonly tradingToday: boolean;
}

const DAYS_ASKED_FOR = 10;
const WEEKS_ASKED_FOR = 8;

/** Days without a record that may get one, newest first: those with a bar since the entry, and today. */
export function freeDays(bars: readonly DayBar[], taken: readonly string[], days: RecordDays): string[] {
  const all = bars.map(({ tradeDate }) => tradeDate);
  const last = all.at(-1);
  if (days.tradingToday && (last === undefined || last < days.today)) all.push(days.today);
  return all.filter((day) => day >= days.entryDate && day <= days.today && !taken.includes(day)).reverse();
}

/** Week end dates without a record that may get one, newest first. */
export function freeWeeks(bars: readonly WeekBar[], taken: readonly string[], { entryDate }: RecordDays): string[] {
  const takenWeeks = new Set(taken.map(toMonday));
  return bars
    .flatMap(({ weekEndDate }) => weekEndDate ?? [])
    .filter((day) => day >= entryDate && !takenWeeks.has(toMonday(day)))
    .reverse();
}

/** The free days among the last ten bars: what an AI fill would write too. */
export function missingDays(bars: readonly DayBar[], taken: readonly string[], days: RecordDays): string[] {
  return freeDays(bars.slice(-DAYS_ASKED_FOR), taken, { ...days, tradingToday: false });
}

/** The free weeks among the last eight. */
export function missingWeeks(bars: readonly WeekBar[], taken: readonly string[], days: RecordDays): string[] {
  return freeWeeks(bars.slice(-WEEKS_ASKED_FOR), taken, days);
}
