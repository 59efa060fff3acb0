import { findOnLast } from '../../../../test/support/inputs/screens/find-on';
import { noDeepPullbackBars } from '../../../../test/support/inputs/screens/typical-bars';
import { stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { noDeepPullback } from './no-deep-pullback';

const found = (bars: Parameters<typeof stockBarsOf>[0], changes = {}, stock = {}) =>
  findOnLast(noDeepPullback, stockBarsOf(bars, stock), changes);

it('60 % in 60 bars', () => {
  expect(found(noDeepPullbackBars())?.evidence['gainPct']).toBeCloseTo(60, 8);
  expect(found(noDeepPullbackBars(15.99))).toBeNull();
  expect(found(noDeepPullbackBars().slice(1))).toBeNull();
});

it('no bar falls by more than 7 %', () => {
  expect(found(noDeepPullbackBars(16, [[30, 0.93, 29]]))?.evidence['worstPct']).toBeCloseTo(-7, 8);
  expect(found(noDeepPullbackBars(16, [[30, 0.9299, 29]]))).toBeNull();
});

it('the last bar and the first two count', () => {
  expect(found(noDeepPullbackBars(16, [[58, 1 / 0.93, 59]]))).not.toBeNull();
  expect(found(noDeepPullbackBars(16, [[58, 1 / 0.9299, 59]]))).toBeNull();
  const atFirst = (share: number) =>
    noDeepPullbackBars(16, [
      [1, 0.95, 0],
      [2, share, 0],
    ]);
  expect(found(atFirst(0.9))).not.toBeNull();
  expect(found(atFirst(0.8999))).toBeNull();
});

it('no two bars fall by more than 10 %', () => {
  const falls = (share: number) =>
    noDeepPullbackBars(16, [
      [30, 0.95, 29],
      [31, share, 29],
    ]);
  expect(found(falls(0.9))).not.toBeNull();
  expect(found(falls(0.8999))).toBeNull();
});
