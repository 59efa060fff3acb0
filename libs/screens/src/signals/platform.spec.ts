import { findOnLast } from '../../../../test/support/inputs/screens/find-on';
import { BREAKOUT, changed, platformBars } from '../../../../test/support/inputs/screens/typical-bars';
import { stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { platform } from './platform';

const found = (bars: Parameters<typeof stockBarsOf>[0], changes = {}, stock = {}) =>
  findOnLast(platform, stockBarsOf(bars, stock), changes);

it('the first rise on volume over MA60 in 60 bars', () => {
  const average = (59 * 10 + 10.3) / 60;
  expect(found(platformBars())?.evidence).toMatchObject({
    gainPct: expect.closeTo(3, 8),
    overAveragePct: expect.closeTo((10.3 / average - 1) * 100, 8),
    volumeRatio: 2,
    amountYi: 2,
  });
});

it('each condition just missed', () => {
  expect(found(platformBars({ open: 10.01 }))).toBeNull();
  // A fall before lets it rise by 2 % to under the average.
  expect(found(changed(platformBars({ open: 9.5, close: 9.95 }), 117, { close: 9.7 }))).toBeNull();
  expect(found(platformBars({ volume: 1999 }))).toBeNull();
  expect(found(platformBars({ amount: 2e8 - 1 }))).toBeNull();
  expect(found(platformBars({ close: 10.19 }))).toBeNull();
  expect(found(platformBars().slice(1))).toBeNull();
});

it('the closes before stay within 5 % over and 20 % under', () => {
  // The average of the 60 bars holds the close itself: 10.0083 makes 10.5 a little less than 5 % over it.
  expect(found(changed(platformBars(), 100, { close: 10.5 }))).not.toBeNull();
  expect(found(changed(platformBars(), 100, { close: 10.52 }))).toBeNull();
  // 20 % under an average of 9.9662 is 7.973.
  expect(found(changed(platformBars(), 100, { close: 7.98 }))).not.toBeNull();
  expect(found(changed(platformBars(), 100, { close: 7.97 }))).toBeNull();
  // Before the 60 bars it may be anything.
  expect(found(changed(platformBars(), 58, { close: 7 }))).not.toBeNull();
});

it('is not told again while an earlier one is within 60 bars', () => {
  const early = { ...BREAKOUT, open: 9.9 };
  expect(found(changed(platformBars(), 59, early))).toBeNull();
  expect(found(changed(platformBars(), 58, early))).not.toBeNull();
  // It was no breakout from under the average.
  expect(found(changed(platformBars(), 59, { ...BREAKOUT, open: 10.01 }))).not.toBeNull();
});
