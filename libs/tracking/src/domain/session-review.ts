import { addDays, type CalendarDay } from '#lib/kernel';

/** Values of the list's filter on the review date, as the contract spells them. */
export const REVIEW_DUE = [
  'today',
  '1',
  'due',
  '7d',
  '14d',
  '30d',
  '180d',
  '360d',
  'recorded',
  'before',
  'not_due',
] as const;
export type ReviewDue = (typeof REVIEW_DUE)[number];

/** Review dates that a filter keeps: after `after`, up to and including `until`; sessions without one only where `unset`. */
export interface ReviewWindow {
  readonly unset: boolean;
  readonly after: CalendarDay | undefined;
  readonly until: CalendarDay | undefined;
}

/** @returns undefined where the filter keeps everything. `today` is the calendar day in Shanghai. */
export function reviewWindow(due: ReviewDue, today: CalendarDay): ReviewWindow | undefined {
  switch (due) {
    case 'recorded':
      return undefined;
    case 'today':
    case '1':
    case 'due':
      return { unset: true, after: undefined, until: today };
    case 'before':
    case 'not_due':
      return { unset: false, after: today, until: undefined };
    default:
      return { unset: false, after: today, until: addDays(today, Number(due.slice(0, -1))) };
  }
}
