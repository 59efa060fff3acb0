import { compareDays, type ScreenHit } from './compare-days';

const hit = (rank: number, code: string): ScreenHit => ({
  ...{ rank, code, stockName: null, date: '2026-11-20', score: 1, evidence: {}, close: 10 },
  ...{ pctChange: null, circulatingMarketCapYi: null, openSessionId: null },
});
const marks = (hits: ReturnType<typeof compareDays>) =>
  hits.map(({ code, mark, otherRank }) => [code, mark, otherRank]);

it('says of each hit whether it is new, and puts those that are gone behind', () => {
  const today = [hit(1, '600001'), hit(2, '600002'), hit(3, '600003')];
  const before = [hit(1, '600009'), hit(2, '600003'), hit(3, '600001')];
  expect(marks(compareDays(today, before))).toEqual([
    ['600001', 'kept', 3],
    ['600002', 'added', null],
    ['600003', 'kept', 2],
    ['600009', 'gone', 1],
  ]);
});

it('compares with a day without hits', () => {
  expect(marks(compareDays([hit(1, '600001')], []))).toEqual([['600001', 'added', null]]);
  expect(marks(compareDays([], [hit(1, '600001')]))).toEqual([['600001', 'gone', 1]]);
});
