import { addDays, type CalendarDay, isoWeekday } from '#lib/kernel';
import type { DailyQuestion, WeeklyQuestion } from '../question';
import { type DayReading, readMarket } from './market-reading';
import { DAILY, type Timeframe, WEEKLY } from './thresholds';
import { weeklyBars } from './weekly-bars';

/** An asked day or week with what it is judged by. */
export interface AskedPeriod {
  /** Of the question's days or weeks; none after the asked one counts. */
  readonly readings: readonly DayReading[];
  /** The day's or the week's own. */
  readonly reading: DayReading;
  /** The days of it, oldest first. */
  readonly days: readonly DayReading[];
}

/** A question's bars, read once. */
export interface QuestionReading {
  readonly frame: Timeframe;
  /** By day, whatever the question is about. */
  readonly days: readonly DayReading[];
  /** Null where nothing was traded in it. */
  readonly read: (date: CalendarDay) => AskedPeriod | null;
}

const readings = new WeakMap<DailyQuestion | WeeklyQuestion, QuestionReading>();

/** The judgements of the rules and the evidence of every record both need it: what was read of a question is kept with it. */
export function readQuestion(question: DailyQuestion | WeeklyQuestion): QuestionReading {
  const known = readings.get(question);
  if (known !== undefined) return known;
  const reading = readBars(question);
  readings.set(question, reading);
  return reading;
}

function readBars({ kind, bars, market }: DailyQuestion | WeeklyQuestion): QuestionReading {
  const days = readMarket(bars, DAILY, market);
  if (kind === 'daily') return { frame: DAILY, days, read: (date) => periodOf(days, spanOf(days, date, date)) };
  const weeks = readMarket(weeklyBars(bars), WEEKLY);
  const read = (date: CalendarDay) => {
    const monday = addDays(date, 1 - isoWeekday(date));
    const ofWeek = spanOf(days, monday, date);
    if (ofWeek.length === 0) return null;
    const isWhole = spanOf(days, monday, addDays(monday, 6)).length === ofWeek.length;
    // Asked within the week: its bar holds no day after the asked one.
    const readings = isWhole ? weeks : readMarket(weeklyBars(bars.filter((bar) => bar.tradeDate <= date)), WEEKLY);
    const reading = spanOf(readings, monday, date).at(-1);
    return reading === undefined ? null : { readings, reading, days: ofWeek };
  };
  return { frame: WEEKLY, days, read };
}

function periodOf(readings: readonly DayReading[], days: readonly DayReading[]): AskedPeriod | null {
  const reading = days.at(-1);
  return reading === undefined ? null : { readings, reading, days };
}

/** The readings from one day to another, both inclusive. */
function spanOf(readings: readonly DayReading[], from: CalendarDay, to: CalendarDay): DayReading[] {
  return readings.slice(firstFrom(readings, from), firstFrom(readings, addDays(to, 1)));
}

/** Index of the first reading not before a day. */
function firstFrom(readings: readonly DayReading[], day: CalendarDay): number {
  let [low, high] = [0, readings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((readings[middle]?.date ?? day) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
