import { addDays, type CalendarDay, epochDayOf } from '#lib/kernel';
import { currentAfter } from '../company-facts';

/** A day with the bounds of what counts on it: periods that end after a bound do. */
export interface HistoryDay {
  day: CalendarDay;
  epochDay: number;
  after: Readonly<Record<1 | 2 | 3 | 6, string>>;
  afterEighteenMonths: string;
  /** Of {@link currentFacts}: not a real day in every month. */
  currentAfter: string;
  /** Epoch day. */
  afterFiveYears: number;
  /** Days around it on which events count. */
  sixtyBefore: CalendarDay;
  halfYearBefore: CalendarDay;
  ninetyLater: CalendarDay;
}

export function toHistoryDay(day: CalendarDay): HistoryDay {
  return {
    ...{ day, epochDay: epochDayOf(day) },
    after: { 1: monthsBefore(day, 12), 2: monthsBefore(day, 24), 3: monthsBefore(day, 36), 6: monthsBefore(day, 72) },
    afterEighteenMonths: monthsBefore(day, 18),
    currentAfter: currentAfter(day),
    afterFiveYears: epochDayOf(monthsBefore(day, 60)),
    ...{ sixtyBefore: addDays(day, -60), halfYearBefore: addDays(day, -180), ninetyLater: addDays(day, 90) },
  };
}

/** As PostgreSQL subtracts an interval: a day that the month lacks becomes its last one. */
function monthsBefore(day: CalendarDay, months: number): CalendarDay {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - months;
  const [year, monthOfYear] = [Math.floor(month / 12), (month % 12) + 1];
  const last = new Date(Date.UTC(year, monthOfYear, 0)).getUTCDate();
  const date = Math.min(Number(day.slice(8)), last);
  return `${year}-${String(monthOfYear).padStart(2, '0')}-${String(date).padStart(2, '0')}` as CalendarDay;
}
