import type { EvidenceColumn } from './evidence';
import { isNumeric } from './evidence';
import type { HitRow } from './hit-rows';

export const RANK = 'rank';
const OWN_SORTS = [RANK, 'code', 'date', 'close', 'pctChange', 'circulatingMarketCapYi'] as const;
type OwnSort = (typeof OWN_SORTS)[number];
const EVIDENCE = 'evidence.';

/** What hits are sorted by: a value of the row, or one of its evidence as `evidence.` and its key. */
export interface HitOrder {
  readonly sort: string;
  readonly order: 'asc' | 'desc';
}

export const BY_RANK: HitOrder = { sort: RANK, order: 'asc' };

export function evidenceSort(key: string): string {
  return `${EVIDENCE}${key}`;
}

/** The order that the address names; by rank for one that the screen does not have. */
export function readHitOrder(search: URLSearchParams, evidence: readonly EvidenceColumn[]): HitOrder {
  const sort = search.get('sort') ?? RANK;
  const known = isOwn(sort) || evidence.some(({ key }) => evidenceSort(key) === sort);
  if (!known) return BY_RANK;
  const given = search.get('order');
  return { sort, order: given === 'asc' || given === 'desc' ? given : firstOrder(sort, evidence) };
}

/** The address with another order; the order by rank is left out. */
export function withHitOrder(search: URLSearchParams, { sort, order }: HitOrder): URLSearchParams {
  const next = new URLSearchParams(search);
  const isByRank = sort === BY_RANK.sort && order === BY_RANK.order;
  for (const [name, value] of [
    ['sort', sort],
    ['order', order],
  ] as const) {
    if (isByRank) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** What a click on a head sorts by: its most useful order first, then the other one. */
export function nextHitOrder(before: HitOrder, sort: string, evidence: readonly EvidenceColumn[]): HitOrder {
  if (before.sort !== sort) return { sort, order: firstOrder(sort, evidence) };
  return { sort, order: before.order === 'asc' ? 'desc' : 'asc' };
}

/** Missing values come last in both orders; equal ones stay by their rank. */
export function sortHits(rows: readonly HitRow[], { sort, order }: HitOrder): readonly HitRow[] {
  if (sort === BY_RANK.sort && order === BY_RANK.order) return rows;
  const sign = order === 'asc' ? 1 : -1;
  return rows
    .map((row) => ({ row, value: valueOf(row, sort) }))
    .sort((one, other) => {
      if (one.value === undefined || other.value === undefined) {
        return Number(one.value === undefined) - Number(other.value === undefined);
      }
      return sign * compare(one.value, other.value);
    })
    .map(({ row }) => row);
}

function valueOf(row: HitRow, sort: string): number | string | undefined {
  const value: unknown = isOwn(sort) ? row[sort] : row.evidence[sort.slice(EVIDENCE.length)];
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function compare(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : Number(one !== other);
}

function isOwn(sort: string): sort is OwnSort {
  return (OWN_SORTS as readonly string[]).includes(sort);
}

function firstOrder(sort: string, evidence: readonly EvidenceColumn[]): 'asc' | 'desc' {
  if (sort === RANK || sort === 'code') return 'asc';
  const column = evidence.find(({ key }) => evidenceSort(key) === sort);
  return column === undefined || isNumeric(column) ? 'desc' : 'asc';
}
