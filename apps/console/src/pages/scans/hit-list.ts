import { compareKnown } from '../../parts/compare-known';
import type { Schemas } from '../../api/client';

export type Scan = Schemas['ScanResponse'];
export type Hit = Schemas['ScanHitResponse'];

export const HIT_SORTS = [
  ...(['arrival', 'margin', 'relVolume', 'cap', 'industry', 'code', 'groundDay', 'volume', 'close'] as const),
] as const;
export type HitSort = (typeof HIT_SORTS)[number];
export type HitOrder = 'asc' | 'desc';

/** The order that is useful first for each sort: the quietest, largest, newest or furthest below first. */
export const FIRST_HIT_ORDERS: Readonly<Record<HitSort, HitOrder>> = {
  arrival: 'asc',
  margin: 'desc',
  relVolume: 'asc',
  cap: 'desc',
  industry: 'asc',
  code: 'asc',
  groundDay: 'desc',
  volume: 'asc',
  close: 'asc',
};

export const OUTCOMES = ['all', 'created', 'already_open', 'closed_before'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** By how many percent the hit's volume lies below the lowest of the 360 days before; null if none of them traded. */
export function marginPct({ minVolume, priorMinVolume }: Hit): number | null {
  return priorMinVolume === null ? null : (1 - minVolume / priorMinVolume) * 100;
}

/** The hits of an outcome in an order: what is unknown last in both, ties by code. */
export function listHits(
  hits: readonly Hit[],
  { sort, order, outcome }: { sort: HitSort; order: HitOrder; outcome: Outcome },
): readonly Hit[] {
  const chosen = outcome === 'all' ? hits : hits.filter((hit) => hit.outcome === outcome);
  if (sort === 'arrival') return order === 'asc' ? chosen : chosen.toReversed();
  const valueOf = VALUES[sort];
  const direction = order === 'asc' ? 1 : -1;
  return chosen.toSorted((a, b) => compareKnown(valueOf(a), valueOf(b), direction) || compareText(a.code, b.code));
}

const VALUES: Readonly<Record<Exclude<HitSort, 'arrival'>, (hit: Hit) => number | string | null>> = {
  margin: marginPct,
  relVolume: ({ relVolume }) => relVolume,
  cap: ({ circulatingMarketCapYi }) => circulatingMarketCapYi,
  industry: ({ industry }) => industry,
  code: ({ code }) => code,
  groundDay: ({ entryDate }) => entryDate,
  volume: ({ minVolume }) => minVolume,
  close: ({ close }) => close,
};

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
