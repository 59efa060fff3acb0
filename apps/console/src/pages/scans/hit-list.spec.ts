import { FIRST_HIT_ORDERS, type Hit, inArrivalOrder, listHits, marginPct } from './hit-list';

const hit = (code: string, changes: Partial<Hit> = {}): Hit => ({
  code,
  stockName: code,
  entryDate: '2026-11-09',
  minVolume: 900,
  close: 10,
  limitUp: 11,
  circulatingMarketCapYi: 200,
  priorMinVolume: 1000,
  priorMinVolumeDate: '2026-01-09',
  sessionId: 1,
  outcome: 'created',
  industry: null,
  hitAdjusted: true,
  entryLock: null,
  priorLock: null,
  priorBars: 360,
  capDate: '2026-11-20',
  isSt: false,
  relVolume: 0.5,
  limitUpBasis: 'vendor',
  capErrorPct: null,
  capEstimated: false,
  ...changes,
});
const codes = (hits: readonly Hit[]) => hits.map(({ code }) => code);

describe('the hits of a scan', () => {
  it('are below the previous low by a percentage, or by an unknown one', () => {
    expect(marginPct(hit('a'))).toBeCloseTo(10, 12);
    expect(marginPct(hit('a', { minVolume: 1000 }))).toBe(0);
    expect(marginPct(hit('a', { priorMinVolume: null }))).toBeNull();
  });

  const hits = [
    hit('c', { minVolume: 500, relVolume: null, circulatingMarketCapYi: 300, industry: '白酒' }),
    hit('b', { minVolume: 900, relVolume: 0.2, outcome: 'already_open' }),
    hit('a', { priorMinVolume: null, relVolume: 0.3, industry: '白酒' }),
    hit('d', { relVolume: 0.2, industry: '半导体' }),
  ];

  it.each([
    ['arrival', ['c', 'b', 'a', 'd']],
    ['margin', ['c', 'b', 'd', 'a']],
    ['relVolume', ['b', 'd', 'a', 'c']],
    ['cap', ['c', 'a', 'b', 'd']],
    ['industry', ['a', 'c', 'd', 'b']],
    ['code', ['a', 'b', 'c', 'd']],
  ] as const)('are, in the order of %s, %j', (sort, expected) => {
    expect(codes(listHits(hits, { sort, order: FIRST_HIT_ORDERS[sort], outcome: 'all' }))).toEqual(expected);
  });

  it.each([
    ['arrival', 'desc', ['d', 'a', 'b', 'c']],
    ['margin', 'asc', ['b', 'd', 'c', 'a']],
    ['relVolume', 'desc', ['a', 'b', 'd', 'c']],
    ['industry', 'desc', ['d', 'a', 'c', 'b']],
    ['code', 'desc', ['d', 'c', 'b', 'a']],
    ['volume', 'desc', ['a', 'b', 'd', 'c']],
  ] as const)('are, by %s %s, turned round with the unknown last: %j', (sort, order, expected) => {
    expect(codes(listHits(hits, { sort, order, outcome: 'all' }))).toEqual(expected);
  });

  it('are filtered by outcome', () => {
    expect(codes(listHits(hits, { sort: 'code', order: 'asc', outcome: 'already_open' }))).toEqual(['b']);
    expect(codes(listHits(hits, { sort: 'arrival', order: 'asc', outcome: 'created' }))).toEqual(['c', 'a', 'd']);
  });

  it('keep their position when more arrive, are never listed twice, and are removed when they are gone', () => {
    const read = [hit('a'), hit('b', { close: 12 }), hit('c'), hit('c')];
    const arrived = inArrivalOrder([hit('c'), hit('b'), hit('x')], read);
    expect(codes(arrived)).toEqual(['c', 'b', 'a']);
    expect(arrived[1]?.close).toBe(12);
  });
});
