import { findOnLast } from '../../../../test/support/inputs/screens/find-on';
import { changed, turtleBars } from '../../../../test/support/inputs/screens/typical-bars';
import { stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { turtle } from './turtle';

const found = (bars: Parameters<typeof stockBarsOf>[0], changes = {}, stock = {}) =>
  findOnLast(turtle, stockBarsOf(bars, stock), changes);

/** A higher close 30 bars before leaves the 20 highs to decide. */
const underClose = (last = {}) => changed(turtleBars({ close: 10.2, amount: 1e8 + 1, ...last }), 30, { close: 11 });

it('the highest close of 60 bars', () => {
  expect(found(turtleBars())?.evidence).toMatchObject({
    highestClose: true,
    overHighPct: expect.closeTo((10.05 / 10.1 - 1) * 100, 8),
  });
  expect(found(turtleBars({ close: 9.99 }))).toBeNull();
  expect(found(changed(turtleBars(), 0, { close: 10.06 }))).toBeNull();
  expect(found(changed(turtleBars(), 0, { close: 10.050000000000002 }))).not.toBeNull();
  expect(found([{ close: 10.06 }, ...turtleBars()])).not.toBeNull();
  expect(found(turtleBars().slice(1))).toBeNull();
});

it('or a close over the 20 highs before', () => {
  expect(found(underClose())?.evidence).toMatchObject({ highestClose: false, amountYi: (1e8 + 1) / 1e8 });
  expect(found(underClose({ amount: 1e8 }))).toBeNull();
  expect(found(underClose({ open: 10.2 }))).toBeNull();
  expect(found(underClose({ close: 10.1 }))).toBeNull();
  expect(found(changed(underClose(), 39, { high: 10.2 }))).toBeNull();
  // The same price, adjusted for a bonus issue.
  expect(found(changed(underClose(), 39, { high: 10.199999999999998 }))).toBeNull();
  expect(found(changed(underClose(), 38, { high: 10.2 }))).not.toBeNull();
});

it('the windows are parameters', () => {
  expect(found(turtleBars().slice(-30), { close_bars: 30 })).not.toBeNull();
  expect(found(changed(underClose(), 39, { high: 10.2 }), { high_bars: 19 })).not.toBeNull();
});
