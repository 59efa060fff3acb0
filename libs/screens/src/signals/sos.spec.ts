import { findOnLast } from '../../../../test/support/inputs/screens/find-on';
import { changed, sosBars } from '../../../../test/support/inputs/screens/typical-bars';
import { stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { sos } from './sos';

const found = (bars: Parameters<typeof stockBarsOf>[0], changes = {}, stock = {}) =>
  findOnLast(sos, stockBarsOf(bars, stock), changes);

it('6 % on three times the mean volume, near the high', () => {
  expect(found(sosBars())?.evidence).toEqual({
    gainPct: expect.closeTo(6, 8),
    volumeRatio: expect.closeTo(3106 / ((59_000 + 3106) / 60), 8),
    ofHigh: expect.closeTo(10.6 / 10.7, 8),
    crossesMa50: true,
  });
});

it('gain and volume just missed', () => {
  expect(found(sosBars({ close: 10.59 }))).toBeNull();
  // 0.95 V >= 2,950.
  expect(found(sosBars({ volume: 3105 }))).toBeNull();
  expect(found(sosBars().slice(1))).toBeNull();
  expect(found(sosBars({ open: 10.6, high: 10.6, low: 10.6 }))).toBeNull();
});

it('the volume is among the largest of 60', () => {
  const others = (count: number) =>
    sosBars({ volume: 1000 }).map((bar, at) => (at === 59 ? bar : { ...bar, volume: at < count ? 1001 : 100 }));
  expect(found(others(2))).not.toBeNull();
  expect(found(others(3))).toBeNull();
});

it('near the high of 60 or through MA50', () => {
  // A close of 10.05 before is over its average already.
  const over = (high: number) => found(changed(sosBars({ close: 10.7, high }), 58, { close: 10.05 }));
  expect(over(10.8)?.evidence['crossesMa50']).toBe(false);
  expect(over(10.81)).toBeNull();
  expect(found(sosBars({ high: 11 }))?.evidence).toMatchObject({ crossesMa50: true });
  // The average is that of the 50 bars that end with the day.
  expect(found(changed(sosBars({ high: 11 }), 9, { close: 100 }))).not.toBeNull();
  // Averages of 12 are not crossed.
  expect(found(sosBars({ high: 11 }).map((bar, at) => (at < 58 ? { ...bar, close: 12 } : bar)))).toBeNull();
});
