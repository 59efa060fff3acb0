import { calendarDayOf } from '#lib/kernel';
import type { ScanRequest } from '#lib/scan';
import { benchDays } from './market/bench-market';

const RANGE_DAYS = 60;
const PRIOR_DAYS = 360;
const YI = 1e8;

/** What every side is asked: the one-year low-volume scan of the whole market. Caps in 亿 yuan. */
export interface Question extends Omit<ScanRequest, 'options'> {
  /** First day of the prior window. */
  readonly priorStart: string;
}

/** A hit as all sides write it, so that answers compare as text: `code entryDate minVolume`, in code order. */
export type Hit = string;

export interface Answer {
  ms: number;
  hits: Hit[];
}

/**
 * The last 60 days of the bench market, all caps. Each number gives the same answer to a question of its own, so that
 * no side can remember the last one: the upper bound differs where no stock is.
 */
export function questionNo(number: number, marketDays: number): Question {
  const days = benchDays(marketDays);
  const dayAt = (index: number): ReturnType<typeof calendarDayOf> => calendarDayOf(days.at(index) ?? '');
  return {
    startDate: dayAt(-RANGE_DAYS),
    endDate: dayAt(-1),
    priorStart: dayAt(-RANGE_DAYS - PRIOR_DAYS),
    circMktMinYi: 0,
    circMktMaxYi: 1e6 - number / 1000,
  };
}

/** The question as a peer reads it. */
export function wireQuestion(question: Question): Record<string, string | number> {
  return {
    start: question.startDate,
    end: question.endDate,
    prior: question.priorStart,
    capMin: question.circMktMinYi * YI,
    capMax: question.circMktMaxYi * YI,
  };
}
