import type { CalendarDay } from '#lib/kernel';
import type { Judgement } from '#lib/tracking';

/** Code points that a note may have in a record. */
export const LONGEST_NOTE = 20_000;

/** 上涨 rising, 下跌 falling, 震荡 sideways. */
export const OUTLOOKS = ['上涨', '下跌', '震荡'] as const;
export type Outlook = (typeof OUTLOOKS)[number];

/** An error of an answer that cost a field, a day, or all of it. It is part of API responses: no raw vendor text. */
export interface AnswerError {
  date: CalendarDay | null;
  /** In the request bodies' spelling, such as `cycle_events`; null if the whole answer failed. */
  field: string | null;
  error: string;
}

/** One model's judgement of one day or week; every value is on the whitelists. */
export interface DatedJudgement {
  date: CalendarDay;
  judgement: Judgement;
}

export interface ItemJudgement {
  key: string;
  /** null: the material does not suffice, so that the item stays undecided. */
  point: boolean | null;
  reason: string;
}

/** One model's checked answer. Lists are empty if the question did not request them. */
export interface ModelAnswer {
  judgements: readonly DatedJudgement[];
  /** Weekly questions only. */
  outlook: Outlook | null;
  /** Fundamental questions only. */
  items: readonly ItemJudgement[];
  errors: readonly AnswerError[];
}
