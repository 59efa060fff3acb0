import { findOnLast } from '../../../../test/support/inputs/screens/find-on';
import { highTightFlagBars } from '../../../../test/support/inputs/screens/typical-bars';
import { stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { highTightFlag } from './high-tight-flag';

const found = (bars: Parameters<typeof stockBarsOf>[0], changes = {}, stock = {}) =>
  findOnLast(highTightFlag, stockBarsOf(bars, stock), changes);

it('a pole of 60 % and a quiet narrow flag', () => {
  expect(found(highTightFlagBars())?.evidence).toEqual({
    riseTimes: expect.closeTo(1.605, 8),
    rangeTimes: expect.closeTo(16 / 14.5, 8),
    volumeRatio: expect.closeTo(587 / ((19_000 + 587) / 20), 8),
  });
});

it('each condition just missed', () => {
  expect(found(highTightFlagBars({ pole: 16 }))).toBeNull();
  expect(found(highTightFlagBars({ flagLow: 13.92 }))).not.toBeNull();
  expect(found(highTightFlagBars({ flagLow: 13.91 }))).toBeNull();
  // Eight tenths of 18.1 are 14.48, of 18.2 they are 14.56.
  expect(found(highTightFlagBars({ pole: 18.1 }))).not.toBeNull();
  expect(found(highTightFlagBars({ pole: 18.2 }))).toBeNull();
  // 0.97 V < 570.
  expect(found(highTightFlagBars({ volume: 588 }))).toBeNull();
  expect(found(highTightFlagBars().slice(1))).toBeNull();
});
