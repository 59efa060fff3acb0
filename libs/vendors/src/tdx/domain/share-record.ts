import type { CalendarDay } from '#lib/kernel';
import type { ExRight } from '#lib/market-sync';

/** A record of a stock's ex-rights or share counts, as a quote server lists it. What `values` are depends on the category. */
export interface ShareRecord {
  readonly code: string;
  readonly day: CalendarDay;
  /** 1 ex-right; 2, 3, 5, 7, 8, 9, 10 share counts; 6 new issue; 11, 12 fund splits. */
  readonly category: number;
  readonly values: readonly [number, number, number, number];
}

/** Shares from a day on. */
export interface ShareCount {
  readonly from: CalendarDay;
  readonly floatShares: number;
  readonly totalShares: number | null;
}

const SHARE_CATEGORIES = new Set([2, 3, 5, 7, 8, 9, 10]);
const EX_RIGHT = 1;
const TEN_THOUSAND = 10_000;

/**
 * The share counts that the records of one stock tell, oldest first. Before the first record its "before" values hold; a
 * count of 0 keeps the one before.
 * @param before The day from which the first record's "before" values are said to hold.
 */
export function toShareCounts(records: readonly ShareRecord[], before: CalendarDay): ShareCount[] {
  const changes = records
    .filter(({ category }) => SHARE_CATEGORIES.has(category))
    .toSorted((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
  const counts: ShareCount[] = [];
  const add = (from: CalendarDay, float: number, total: number): void => {
    const last = counts.at(-1);
    const floatShares = float > 0 ? Math.round(float * TEN_THOUSAND) : last?.floatShares;
    if (floatShares === undefined) return;
    const totalShares = total > 0 ? Math.round(total * TEN_THOUSAND) : (last?.totalShares ?? null);
    if (last?.from === from) counts.pop();
    counts.push({ from, floatShares, totalShares });
  };
  const [first] = changes;
  if (first !== undefined) add(before, first.values[0], first.values[1]);
  for (const { day, values } of changes) add(day, values[2], values[3]);
  return counts;
}

/** The ex-rights among the records of one stock, in their order. */
export function toExRights(records: readonly ShareRecord[]): ExRight[] {
  return (
    records
      .filter(({ category }) => category === EX_RIGHT)
      // What takes shares away is none of these.
      .filter(({ values }) => values.every((value) => value >= 0))
      .map(({ code, day, values }) => {
        const [cash = 0, rightsPrice = 0, bonus = 0, rights = 0] = values.map(toDecimal);
        return { code, exDate: day, cash, rightsPrice, bonus, rights };
      })
  );
}

/** The decimal number that a 32-bit fraction stands for: 3.65, not 3.6500000954. Else half a fen is rounded the wrong way. */
function toDecimal(value: number): number {
  return Number(value.toPrecision(7));
}
