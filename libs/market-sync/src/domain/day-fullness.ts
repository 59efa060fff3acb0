import type { CalendarDay } from '#lib/kernel';
import { isThin } from './thin-days';

/** An open day as the tables have it. */
export interface OpenDay {
  day: CalendarDay;
  /** 0 without any. */
  bars: number;
  /** Listed stocks that were not suspended all day; null where the source does not tell. */
  told: number | null;
  /** The median of the bars of the days around; null without any. */
  usual: number | null;
  complete: boolean;
  provisional: boolean;
}

/** `empty`: no bars at all; `provisional`: read before they were final; `incomplete`: short, or not all there. */
export const DAY_STATES = ['complete', 'incomplete', 'provisional', 'empty'] as const;
export type DayState = (typeof DAY_STATES)[number];

/** How much of an open day is there. */
export interface DayFullness {
  day: CalendarDay;
  bars: number;
  /** What the day should have: as told by the source, else the median of the days around; null where neither is known. */
  expected: number | null;
  /** 0 to 1; null where nobody knows what is expected. */
  share: number | null;
  state: DayState;
}

/** What the completeness gate thinks of a day, with how much of it came. */
export function evaluateFullness({ day, bars, told, usual, complete, provisional }: OpenDay): DayFullness {
  const expected = told ?? usual;
  const share = expected === null || expected === 0 ? null : Math.min(1, bars / expected);
  const short = told === null && isThin(bars, usual ?? 0);
  const state =
    bars === 0 ? 'empty' : provisional ? 'provisional' : complete && !short ? 'complete' : ('incomplete' as const);
  return { day, bars, expected, share: share === null ? null : Math.round(share * 10_000) / 10_000, state };
}
