import type { Schemas } from '../../api/client';

type Item = Pick<Schemas['FundamentalItemResponse'], 'key' | 'label' | 'points'>;

/** What a score has over the one before, by the labels of its items. */
export interface ScoreChanges {
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/** Compares two scores item by item; an item that only one of them has (a bank's) counts as no point in the other. */
export function scoreChanges(items: readonly Item[], before: readonly Item[]): ScoreChanges {
  const getPoints = (list: readonly Item[], key: string): number => list.find((item) => item.key === key)?.points ?? 0;
  const labels = (list: readonly Item[], other: readonly Item[]): string[] =>
    list.filter(({ key, points }) => points > getPoints(other, key)).map(({ label }) => label);
  return { gained: labels(items, before), lost: labels(before, items) };
}
