import { findOnLast } from '../../../../test/support/inputs/screens/find-on';
import { limitShakeoutBars } from '../../../../test/support/inputs/screens/typical-bars';
import { stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { limitShakeout } from './limit-shakeout';

const found = (bars: Parameters<typeof stockBarsOf>[0], changes = {}, stock = {}) =>
  findOnLast(limitShakeout, stockBarsOf(bars, stock), changes);

it('a falling bar on volume over the limit-up before', () => {
  expect(found(limitShakeoutBars())).toEqual({ score: 2.001, evidence: { volumeRatio: 2.001, lowOverLimitPct: 0 } });
});

it('each condition just missed', () => {
  expect(found(limitShakeoutBars({}, 10.99))).toBeNull();
  expect(found(limitShakeoutBars({ close: 11.5 }))).toBeNull();
  expect(found(limitShakeoutBars({ volume: 2000 }))).toBeNull();
  expect(found(limitShakeoutBars({ low: 10.99 }))).toBeNull();
  expect(found(limitShakeoutBars({ low: 11.11 }))?.evidence['lowOverLimitPct']).toBeCloseTo(1, 8);
});
