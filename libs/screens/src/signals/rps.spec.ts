import { findOnLast } from '../../../../test/support/inputs/screens/find-on';
import { rpsBars } from '../../../../test/support/inputs/screens/typical-bars';
import { stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { rps } from './rps';

const found = (bars: Parameters<typeof stockBarsOf>[0], changes = {}, stock = {}) =>
  findOnLast(rps, stockBarsOf(bars, stock), changes);

const ranked = (changes: object, ...candidates: [code: string, score: number, ofHigh?: number][]) =>
  rps
    .rank?.(
      candidates.map(([code, score, ofHigh = 1]) => ({
        code,
        score,
        evidence: { percentile: null, returnPct: score, ofHigh },
      })),
      { bars: 120, min_percentile: 90, min_of_high: 0.9, ...changes },
    )
    .map(({ code, evidence }) => [code, evidence['percentile']]);

it('every stock with a return of 120 bars is a candidate', () => {
  // From 10 to 15, the high a tick over the close.
  expect(found(rpsBars())?.evidence).toEqual({
    percentile: null,
    returnPct: expect.closeTo(50, 8),
    ofHigh: expect.closeTo(15 / 15.01, 8),
  });
  expect(found(rpsBars().slice(1))).toBeNull();
  expect(found(rpsBars().slice(1), { bars: 119 })).not.toBeNull();
  expect(found([...rpsBars().slice(0, -1), { close: 1 }])).not.toBeNull();
});

it('rank keeps those that did better than 90 % of the others, near their high', () => {
  const market = Array.from({ length: 9 }, (_, at): [string, number] => [`60000${at}`, at]);
  expect(ranked({}, ...market, ['600010', 20], ['600011', 10])).toEqual([
    ['600010', 100],
    ['600011', 90],
  ]);
  expect(ranked({}, ...market, ['600010', 20], ['600011', 10, 0.9])).toHaveLength(2);
  expect(ranked({}, ...market, ['600010', 20], ['600011', 10, 0.899])).toEqual([['600010', 100]]);
  expect(ranked({ min_percentile: 90.1 }, ...market, ['600010', 20], ['600011', 10])).toEqual([['600010', 100]]);
});

it('equal returns have one percentile, and a stock alone is the best', () => {
  expect(ranked({ min_percentile: 50 }, ['600003', 5], ['600002', 5], ['600001', 1])).toEqual([
    ['600002', 50],
    ['600003', 50],
  ]);
  expect(ranked({}, ['600001', -5])).toEqual([['600001', 100]]);
  expect(ranked({})).toEqual([]);
});
