import { findOnLast } from '../../../../test/support/inputs/screens/find-on';
import { ma30RiseBars } from '../../../../test/support/inputs/screens/typical-bars';
import { stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { ma30Rise } from './ma30-rise';

const found = (bars: Parameters<typeof stockBarsOf>[0], changes = {}, stock = {}) =>
  findOnLast(ma30Rise, stockBarsOf(bars, stock), changes);

it('the average rises to more than 1.2 times in 30 bars', () => {
  // The last 30 bars: 10, ten at 11, ten at 13, nine at 16.
  expect(found(ma30RiseBars())?.evidence['averageRisePct']).toBeCloseTo((394 / 300 - 1) * 100, 8);
});

it('each condition just missed', () => {
  // 10 + 110 + 130 + 9 x 12.2 is 359.8, under 360.
  expect(found(ma30RiseBars(11, 13, 12.2))).toBeNull();
  expect(found(ma30RiseBars(11, 13, 12.3))).not.toBeNull();
  // No rise in the first, the second and the last third.
  expect(found(ma30RiseBars(10, 13, 17))).toBeNull();
  expect(found(ma30RiseBars(11, 10, 17))).toBeNull();
  expect(found(ma30RiseBars(15, 20, 10))).toBeNull();
  expect(found(ma30RiseBars().slice(1))).toBeNull();
});
