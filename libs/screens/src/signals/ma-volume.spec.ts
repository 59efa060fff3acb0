import { findOnLast } from '../../../../test/support/inputs/screens/find-on';
import { changed, maVolumeBars } from '../../../../test/support/inputs/screens/typical-bars';
import { stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { maVolume } from './ma-volume';

const found = (bars: Parameters<typeof stockBarsOf>[0], changes = {}, stock = {}) =>
  findOnLast(maVolume, stockBarsOf(bars, stock), changes);

it('MA5 of 10.08 crosses MA20 of 10.02', () => {
  const hit = found(maVolumeBars());
  expect(hit?.evidence['fastOverSlowPct']).toBeCloseTo((10.08 / 10.02 - 1) * 100, 8);
  expect(hit?.evidence['volumeRatio']).toBeCloseTo(1541 / 1027.05, 8);
});

it('each condition just missed', () => {
  // 0.925 V > 1,425.
  expect(found(maVolumeBars({ volume: 1540 }))).toBeNull();
  expect(found(maVolumeBars({ close: 10 }))).toBeNull();
  // It was over before.
  expect(found(changed(maVolumeBars(), 19, { close: 10.1 }))).toBeNull();
  expect(found(changed(maVolumeBars(), 19, { close: 9.9 }))).not.toBeNull();
  expect(found(maVolumeBars().slice(1))).toBeNull();
});
