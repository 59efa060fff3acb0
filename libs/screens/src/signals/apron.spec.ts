import { findOnLast } from '../../../../test/support/inputs/screens/find-on';
import { apronBars, changed, FLAT } from '../../../../test/support/inputs/screens/typical-bars';
import { stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { apron } from './apron';

const found = (bars: Parameters<typeof stockBarsOf>[0], changes = {}, stock = {}) =>
  findOnLast(apron, stockBarsOf(bars, stock), changes);

it('three days over a limit-up', () => {
  expect(found(apronBars())?.evidence).toEqual({
    limitUpDate: 1014,
    overLimitPct: expect.closeTo((11.3 / 11 - 1) * 100, 8),
  });
});

it('each condition of a parked day just missed', () => {
  expect(found(apronBars({ open: 11 }))).toBeNull();
  expect(found(apronBars({ close: 11 }))).toBeNull();
  expect(found(apronBars({ open: 11.65 }))).toBeNull();
  expect(found(apronBars({ open: 11.64 }))).not.toBeNull();
  expect(found(apronBars({ close: 11.536 }))).toBeNull();
  expect(found(apronBars({ close: 11.53 }))).not.toBeNull();
  expect(found(apronBars({ open: 11.5, close: 11.76 }))).toBeNull();
  expect(found(apronBars({ open: 11.5, close: 11.75 }))).not.toBeNull();
});

it('each of the three days counts', () => {
  expect(found(changed(apronBars(), 15, { open: 11 }))).toBeNull();
  expect(found(changed(apronBars(), 16, { open: 11 }))).toBeNull();
});

it('the limit-up is the highest close of 15 bars', () => {
  expect(found(changed(apronBars(), 14, { close: 10.99 }))).toBeNull();
  expect(found(changed(apronBars(), 0, { close: 11.01 }))).toBeNull();
  expect(found([{ ...FLAT, close: 11.01 }, ...apronBars()])).not.toBeNull();
  expect(found(apronBars().slice(1))).toBeNull();
});
