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

it('the mean is that of the four bars before', () => {
  const before = (volume: number) =>
    found(changed(changed(springBars({ volume }), 195, { volume: 1400 }), 194, { volume: 9000 }));
  expect(before(1430)).not.toBeNull();
  expect(before(1429)).toBeNull();
});

it('a swing low has three higher bars on both sides', () => {
  // 9.3, 9.5, 9.6, 9.45 and 9.4, the last three of them four bars apart.
  expect(found(changed(springBars({ low: 9.44 }), 186, { low: 9.45 }))?.evidence['supportYuan']).toBe(9.45);
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
  // The 20 bars of the box's end have true ranges of 1 and 0.99: four ATR are 39.8 %.
  const wide = (high: number, low: number, lowest: number) =>
    springBars({ low: 9.1 }).map((bar, at) => {
      if (at === 150) return { ...bar, high, low: lowest };
      return at >= 178 && at < 198 ? { ...bar, high, low: at % 2 ? low : low + 0.01 } : bar;
    });
  expect(found(wide(10.5, 9.5, 7.52))).not.toBeNull();
  expect(found(wide(10.5, 9.5, 7.51))).toBeNull();
  // With 1.6 and 1.59 they are 63.8 %, but 60 % is the most.
  expect(found(wide(10.8, 9.2, 6.75))).not.toBeNull();
  expect(found(wide(10.8, 9.2, 6.74))).toBeNull();
});

it('the close is at most 25 % over MA200', () => {
  const cheap = (close: number) => [...repeat(138, { close, open: close, volume: 1000 }), ...springBars().slice(138)];
  // (138 x 7 + 61 x 10 + 9.8) / 200 x 1.25 is 9.91; at 6.8 it is 9.74.
  expect(found(cheap(7))).not.toBeNull();
  expect(found(cheap(6.8))).toBeNull();
  expect(found(springBars().slice(1))).toBeNull();
});
