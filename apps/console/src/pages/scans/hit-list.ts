import type { Schemas } from '../../api/client';

export type Scan = Schemas['ScanResponse'];
export type Hit = Schemas['ScanHitResponse'];

export const HIT_SORTS = ['arrival', 'margin', 'relVolume', 'cap', 'industry', 'code'] as const;
export type HitSort = (typeof HIT_SORTS)[number];

export const OUTCOMES = ['all', 'created', 'already_open', 'closed_before'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** By how many percent the hit's volume lies below the lowest of the 360 days before; null if none of them traded. */
export function marginPct({ minVolume, priorMinVolume }: Hit): number | null {
  return priorMinVolume === null ? null : (1 - minVolume / priorMinVolume) * 100;
}

/** The hits of an outcome in an order: the quietest, largest or furthest below first, what is unknown last, ties by code. */
export function listHits(hits: readonly Hit[], { sort, outcome }: { sort: HitSort; outcome: Outcome }): readonly Hit[] {
  const chosen = outcome === 'all' ? hits : hits.filter((hit) => hit.outcome === outcome);
  if (sort === 'arrival') return chosen;
  return chosen.toSorted((a, b) => COMPARE[sort](a, b) || compareText(a.code, b.code));
}

const COMPARE: Readonly<Record<Exclude<HitSort, 'arrival'>, (a: Hit, b: Hit) => number>> = {
  margin: (a, b) => compareValues(marginPct(b), marginPct(a), -1),
  relVolume: (a, b) => compareValues(a.relVolume, b.relVolume, 1),
  cap: (a, b) => b.circulatingMarketCapYi - a.circulatingMarketCapYi,
  industry: (a, b) =>
    a.industry === null || b.industry === null
      ? Number(a.industry === null) - Number(b.industry === null)
      : a.industry.localeCompare(b.industry, 'zh-CN'),
  code: () => 0,
};

/** @param nullSide 1: a missing `a` comes last; -1: a missing `b` does, for orders that are turned round. */
function compareValues(a: number | null, b: number | null, nullSide: 1 | -1): number {
  if (a === null || b === null) return (Number(a === null) - Number(b === null)) * nullSide;
  return a - b;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Hits as they have just been read, in the order in which they arrived: those known before stay where they are. */
export function inArrivalOrder(known: readonly Hit[], read: readonly Hit[]): readonly Hit[] {
  const byCode = new Map(read.map((hit) => [hit.code, hit]));
  const before = known.flatMap(({ code }) => byCode.get(code) ?? []);
  const seen = new Set(before.map(({ code }) => code));
  return [...before, ...[...byCode.values()].filter(({ code }) => !seen.has(code))];
}
