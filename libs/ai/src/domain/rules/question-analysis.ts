import { addDays, type CalendarDay, isoWeekday } from '#lib/kernel';
import type { DailyQuestion, WeeklyQuestion } from '../question';
import { type BarAnalysis, analyseBars } from './bar-analysis';
import { DAILY, type Timeframe, WEEKLY } from './thresholds';
import { weeklyBars } from './weekly-bars';

/** A requested day or week with the analysis that it is evaluated by. */
export interface PeriodAnalysis {
  /** Of the question's days or weeks; none after the requested one counts. */
  readonly analyses: readonly BarAnalysis[];
  /** The day's or the week's own. */
  readonly analysis: BarAnalysis;
  /** The days of it, oldest first. */
  readonly days: readonly BarAnalysis[];
}

/** The analysis of a question's bars. */
export interface QuestionAnalysis {
  readonly frame: Timeframe;
  /** By day, whatever the question is about. */
  readonly days: readonly BarAnalysis[];
  /** Null if nothing was traded in it. */
  readonly read: (date: CalendarDay) => PeriodAnalysis | null;
}

const analyses = new WeakMap<DailyQuestion | WeeklyQuestion, QuestionAnalysis>();

/** The judgements of the rules and the evidence of every record both need it: the analysis is kept with its question. */
export function analyseQuestion(question: DailyQuestion | WeeklyQuestion): QuestionAnalysis {
  const known = analyses.get(question);
  if (known !== undefined) return known;
  const analysis = readBars(question);
  analyses.set(question, analysis);
  return analysis;
}

function readBars({ kind, bars, market }: DailyQuestion | WeeklyQuestion): QuestionAnalysis {
  const days = analyseBars(bars, DAILY, market);
  if (kind === 'daily') return { frame: DAILY, days, read: (date) => toPeriod(days, selectSpan(days, date, date)) };
  const weeks = analyseBars(weeklyBars(bars), WEEKLY);
  const read = (date: CalendarDay) => {
    const monday = addDays(date, 1 - isoWeekday(date));
    const ofWeek = selectSpan(days, monday, date);
    if (ofWeek.length === 0) return null;
    const isWhole = selectSpan(days, monday, addDays(monday, 6)).length === ofWeek.length;
    // A date within the week: its bar contains no day after that date.
    const analyses = isWhole ? weeks : analyseBars(weeklyBars(bars.filter((bar) => bar.tradeDate <= date)), WEEKLY);
    const analysis = selectSpan(analyses, monday, date).at(-1);
    return analysis === undefined ? null : { analyses, analysis, days: ofWeek };
  };
  return { frame: WEEKLY, days, read };
}

function toPeriod(analyses: readonly BarAnalysis[], days: readonly BarAnalysis[]): PeriodAnalysis | null {
  const analysis = days.at(-1);
  return analysis === undefined ? null : { analyses, analysis, days };
}

/** The analyses from one day to another, both inclusive. */
function selectSpan(analyses: readonly BarAnalysis[], from: CalendarDay, to: CalendarDay): BarAnalysis[] {
  return analyses.slice(firstFrom(analyses, from), firstFrom(analyses, addDays(to, 1)));
}

/** Index of the first analysis not before a day. */
function firstFrom(analyses: readonly BarAnalysis[], day: CalendarDay): number {
  let [low, high] = [0, analyses.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((analyses[middle]?.date ?? day) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
