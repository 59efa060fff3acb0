import { findOnLast } from '../../../../test/support/inputs/screens/find-on';
import { volBreakoutBars } from '../../../../test/support/inputs/screens/typical-bars';
import { stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { volBreakout } from './vol-breakout';

const found = (bars: Parameters<typeof stockBarsOf>[0], changes = {}, stock = {}) =>
  findOnLast(volBreakout, stockBarsOf(bars, stock), changes);

it('2 % on twice the volume and 2 亿', () => {
  expect(found(volBreakoutBars())).toEqual({
    score: 2,
    evidence: { gainPct: expect.closeTo(2, 8), volumeRatio: 2, amountYi: 2 },
  });
});

it('each condition just missed', () => {
  expect(found(volBreakoutBars({ close: 10.19 }))).toBeNull();
  expect(found(volBreakoutBars({ open: 10.21 }))).toBeNull();
  expect(found(volBreakoutBars({ open: 10.2 }))).not.toBeNull();
  expect(found(volBreakoutBars({ amount: 2e8 - 1 }))).toBeNull();
  expect(found(volBreakoutBars({ volume: 1999 }))).toBeNull();
  expect(found(volBreakoutBars({ referenceClose: NaN }))).toBeNull();
});

it('the limits are parameters', () => {
  expect(found(volBreakoutBars({ close: 10.1 }), { min_pct: 1 })).not.toBeNull();
  expect(found(volBreakoutBars({ amount: 1e8 }), { min_amount: 1e8 })).not.toBeNull();
  expect(found(volBreakoutBars({ volume: 1500 }), { volume_times: 1.5 })).not.toBeNull();
});

it('the mean is that of the five bars before', () => {
  expect(found(volBreakoutBars().slice(1))).toBeNull();
});
