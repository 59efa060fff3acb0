import type { EvidenceColumn } from './evidence';
import type { HitRow } from './hit-rows';
import { BY_RANK, nextHitOrder, readHitOrder, sortHits, withHitOrder } from './sort-hits';

const EVIDENCE: readonly EvidenceColumn[] = [
  { key: 'volumeRatio', unit: 'times', zh: '量比', en: 'Volume ratio' },
  { key: 'state', unit: 'text', zh: '状态', en: 'State' },
];

const hit = (rank: number, close: number, evidence: HitRow['evidence'], pctChange: number | null = 0): HitRow => ({
  ...{ rank, code: String(600000 + rank), stockName: null, date: '2026-11-20', score: 0, close, pctChange, evidence },
  ...{ circulatingMarketCapYi: null, openSessionId: null },
});
const HITS = [
  hit(1, 10, { volumeRatio: 2, state: 'wake' }, 1),
  hit(2, 30, { volumeRatio: null, state: 'broken' }, null),
  hit(3, 20, { volumeRatio: 5, state: 'wake' }, -1),
  hit(4, 30, { volumeRatio: 3, state: 'lower' }, 2),
];
const ranks = (sort: string, order: 'asc' | 'desc') => sortHits(HITS, { sort, order }).map(({ rank }) => rank);

describe('the order of hits', () => {
  it.each([
    ['rank', 'asc', [1, 2, 3, 4]],
    ['rank', 'desc', [4, 3, 2, 1]],
    ['close', 'desc', [2, 4, 3, 1]],
    ['close', 'asc', [1, 3, 2, 4]],
    ['pctChange', 'desc', [4, 1, 3, 2]],
    ['pctChange', 'asc', [3, 1, 4, 2]],
    ['circulatingMarketCapYi', 'desc', [1, 2, 3, 4]],
    ['evidence.volumeRatio', 'desc', [3, 4, 1, 2]],
    ['evidence.state', 'asc', [2, 4, 1, 3]],
  ] as const)('by %s, %s: missing values last, equal ones by rank', (sort, order, expected) => {
    expect(ranks(sort, order)).toEqual(expected);
  });

  it('is in the address unless it is by rank', () => {
    const written = withHitOrder(new URLSearchParams('day=newest'), { sort: 'close', order: 'asc' });
    expect(written.toString()).toBe('day=newest&sort=close&order=asc');
    expect(readHitOrder(written, EVIDENCE)).toEqual({ sort: 'close', order: 'asc' });
    expect(withHitOrder(written, BY_RANK).toString()).toBe('day=newest');
    const of = (search: string) => readHitOrder(new URLSearchParams(search), EVIDENCE);
    expect(of('sort=evidence.volumeRatio&order=up')).toEqual({ sort: 'evidence.volumeRatio', order: 'desc' });
    expect(of('sort=evidence.of_another_screen&order=asc')).toEqual(BY_RANK);
    expect(of('')).toEqual(BY_RANK);
  });

  it('of a click on a head is the useful one first, then the other', () => {
    const first = nextHitOrder(BY_RANK, 'evidence.volumeRatio', EVIDENCE);
    expect(first.order).toBe('desc');
    expect(nextHitOrder(first, 'evidence.volumeRatio', EVIDENCE).order).toBe('asc');
    expect(nextHitOrder(first, 'evidence.state', EVIDENCE).order).toBe('asc');
    expect(nextHitOrder(first, 'rank', EVIDENCE)).toEqual(BY_RANK);
    expect(nextHitOrder(BY_RANK, 'rank', EVIDENCE).order).toBe('desc');
  });
});
