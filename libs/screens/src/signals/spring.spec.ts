import { findOnLast } from '../../../../test/support/inputs/screens/find-on';
import { changed, repeat, springBars } from '../../../../test/support/inputs/screens/typical-bars';
import { stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { spring } from './spring';

const found = (bars: Parameters<typeof stockBarsOf>[0], changes = {}, stock = {}) =>
  findOnLast(spring, stockBarsOf(bars, stock), changes);

it('a fall under the support and a close over it on volume', () => {
  expect(found(springBars())?.evidence).toEqual({
    supportYuan: 9.5,
    underSupportPct: expect.closeTo((1 - 9.45 / 9.5) * 100, 8),
    boxHeightPct: expect.closeTo((10.1 / 9 - 1) * 100, 8),
    volumeRatio: 1.3,
  });
});

it('the low is under the support today or on the bar before, the close over it', () => {
  expect(found(springBars({ low: 9.5 }))).toBeNull();
  expect(found(springBars({ low: 9.5 }, { low: 9.4 }))).not.toBeNull();
  expect(found(springBars({ close: 9.5 }))).toBeNull();
});

it('without a swing low the lowest close is the support', () => {
  const flat = [...repeat(199), { open: 9.95, high: 10.1, low: 9.9, close: 10.05, volume: 1300 }];
  expect(found(flat)?.evidence['supportYuan']).toBe(10);
});

it('volume just missed', () => {
  expect(found(springBars({ volume: 1299 }))).toBeNull();
  // Over the mean of 1,050 by more than 1.3 times, and the bar before by 1.15.
  expect(found(springBars({ volume: 1380 }, { volume: 1200 }))).not.toBeNull();
  expect(found(springBars({ volume: 1379 }, { volume: 1200 }))).toBeNull();
});

it('bars of one price', () => {
  const locked = { open: 9.8, high: 9.8, low: 9.8, close: 9.8 };
  expect(found(springBars({ ...locked, low: 9.79 }, { low: 9.4 }))).not.toBeNull();
  expect(found(springBars(locked, { low: 9.4 }))).toBeNull();
  expect(found(springBars({}, locked))).toBeNull();
});

it('the box', () => {
  // Its first bar is 138, its last close 10.
  expect(found(changed(springBars(), 138, { close: 8.93, low: 8.93 }))).not.toBeNull();
  expect(found(changed(springBars(), 138, { close: 8.92, low: 8.92 }))).toBeNull();
  expect(found(changed(springBars(), 137, { close: 8, low: 8 }))).not.toBeNull();
  // At most 30 % high while four ATR are less.
  expect(found(changed(springBars(), 150, { low: 7.77 }))).not.toBeNull();
  expect(found(changed(springBars(), 150, { low: 7.76 }))).toBeNull();
  // Bars of 1 on average let it be 40 % high; without bound it would be 80 %.
  const wide = (high: number, low: number) =>
    springBars()
      .map((bar, at) => (at >= 178 && at < 198 ? { ...bar, high: 10.5, low: at % 2 ? 9.5 : 9.51 } : bar))
      .map((bar, at) => (at === 150 ? { ...bar, high, low } : bar));
  expect(found(wide(10.5, 7.6))).not.toBeNull();
  expect(found(wide(10.5, 7.4))).toBeNull();
});

it('the close is at most 25 % over MA200', () => {
  const cheap = (close: number) => [...repeat(138, { close, open: close, volume: 1000 }), ...springBars().slice(138)];
  // (138 x 7 + 61 x 10 + 9.8) / 200 x 1.25 is 9.91; at 6.8 it is 9.74.
  expect(found(cheap(7))).not.toBeNull();
  expect(found(cheap(6.8))).toBeNull();
  expect(found(springBars().slice(1))).toBeNull();
});
