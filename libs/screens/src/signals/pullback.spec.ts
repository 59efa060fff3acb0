import { findOnLast } from '../../../../test/support/inputs/screens/find-on';
import { changed, pullbackBars } from '../../../../test/support/inputs/screens/typical-bars';
import { stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { pullback } from './pullback';

const found = (bars: Parameters<typeof stockBarsOf>[0], changes = {}, stock = {}) =>
  findOnLast(pullback, stockBarsOf(bars, stock), changes);

it('a quiet fall from the peak and a higher close', () => {
  expect(found(pullbackBars())?.evidence).toEqual({
    dropPct: expect.closeTo((1 - 12 / 13.1) * 100, 8),
    volumeRatio: 0.6,
    peakDate: 1025,
  });
});

it('each condition just missed', () => {
  expect(found(pullbackBars(11.91))).not.toBeNull();
  expect(found(pullbackBars(11.9))).toBeNull();
  // 95 % of 13.1 are 12.445, 80 % are 10.48.
  expect(found(pullbackBars(12.44))).not.toBeNull();
  expect(found(pullbackBars(12.45))).toBeNull();
  expect(found(pullbackBars(10.48, 10.4))).not.toBeNull();
  expect(found(pullbackBars(10.47, 10.4))).toBeNull();
  expect(found(pullbackBars(12, 11.9, { volume: 601 }))).toBeNull();
  expect(found(pullbackBars().map((bar, at) => (at < 10 ? { ...bar, close: 20 } : bar)))).toBeNull();
  expect(found(pullbackBars().slice(1))).toBeNull();
});

it('there is a fall between the peak and today', () => {
  const quiet = pullbackBars(12, 11.9, { volume: 500 });
  // The newest of equal highs is the peak: 500 against a mean of 900.
  expect(found(changed(quiet, 27, { high: 13.1 }))?.evidence).toMatchObject({ peakDate: 1027, volumeRatio: 5 / 9 });
  expect(found(changed(quiet, 28, { high: 13.1 }))).toBeNull();
});

it('a large company may fall on more volume', () => {
  const large = (volume: number, floatCap: number) => found(pullbackBars(12, 11.9, { volume }, { floatCap }));
  expect(large(750, 200e8)).not.toBeNull();
  expect(large(751, 200e8)).toBeNull();
  expect(large(750, 200e8 - 1)).toBeNull();
  expect(large(600, NaN)).not.toBeNull();
});
