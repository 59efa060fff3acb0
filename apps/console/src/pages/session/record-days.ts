import { addDays, mondayOf } from './calendar-days';

interface Bar {
  readonly tradeDate: string;
  readonly isPartial: boolean;
}

/** What decides which days may get a record. */
export interface RecordDays {
  readonly entryDate: string;
  /** The calendar day in Shanghai. */
  readonly today: string;
  readonly tradingToday: boolean;
}

const FRIDAY = 4;
const DAYS_ASKED_FOR = 10;
const WEEKS_ASKED_FOR = 8;

/** Days without a record that may get one, newest first: those with a bar since the entry, and today. */
export function freeDays(bars: readonly Bar[], taken: readonly string[], days: RecordDays): string[] {
  const all = bars.map(({ tradeDate }) => tradeDate);
  const last = all.at(-1);
  if (days.tradingToday && (last === undefined || last < days.today)) all.push(days.today);
  return all.filter((day) => day >= days.entryDate && day <= days.today && !taken.includes(day)).reverse();
}

/** Week end dates without a record that may get one, newest first. The running week ends on its Friday, for all we know here. */
export function freeWeeks(bars: readonly Bar[], taken: readonly string[], { entryDate }: RecordDays): string[] {
  const takenWeeks = new Set(taken.map(mondayOf));
  return bars
    .map(({ tradeDate, isPartial }) => (isPartial ? addDays(mondayOf(tradeDate), FRIDAY) : tradeDate))
    .filter((day) => day >= entryDate && !takenWeeks.has(mondayOf(day)))
    .reverse();
}

/** The free days among the last ten bars: what an AI fill would write too. */
export function missingDays(bars: readonly Bar[], taken: readonly string[], days: RecordDays): string[] {
  return freeDays(bars.slice(-DAYS_ASKED_FOR), taken, { ...days, tradingToday: false });
}

/** The free weeks among the last eight. */
export function missingWeeks(bars: readonly Bar[], taken: readonly string[], days: RecordDays): string[] {
  return freeWeeks(bars.slice(-WEEKS_ASKED_FOR), taken, days);
}
