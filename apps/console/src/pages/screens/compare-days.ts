import type { Schemas } from '../../api/client';

export type ScreenHit = Schemas['ScreenRowResponse'];

export const DAY_MARKS = ['added', 'kept', 'gone'] as const;
/** Whether a stock is a hit of the day alone, of both days, or of the other day alone. */
export type DayMark = (typeof DAY_MARKS)[number];

/** A hit next to the same screen on another day. */
export interface ComparedHit extends ScreenHit {
  readonly mark: DayMark;
  /** Its rank on the other day; null: it was no hit. */
  readonly otherRank: number | null;
}

/** The hits of a day by their rank, each with what it was on the other day; behind them those of the other day alone. */
export function compareDays(hits: readonly ScreenHit[], others: readonly ScreenHit[]): ComparedHit[] {
  const otherRanks = new Map(others.map(({ code, rank }) => [code, rank]));
  const codes = new Set(hits.map(({ code }) => code));
  return [
    ...hits.map((hit): ComparedHit => {
      const otherRank = otherRanks.get(hit.code) ?? null;
      return { ...hit, mark: otherRank === null ? 'added' : 'kept', otherRank };
    }),
    ...others.flatMap((hit): ComparedHit[] =>
      codes.has(hit.code) ? [] : [{ ...hit, mark: 'gone', otherRank: hit.rank }],
    ),
  ];
}
