import { findOnLast } from '../../../../test/support/inputs/screens/find-on';
import { changed, evrBars } from '../../../../test/support/inputs/screens/typical-bars';
import { stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { evr } from './evr';

const found = (bars: Parameters<typeof stockBarsOf>[0], changes = {}, stock = {}) =>
  findOnLast(evr, stockBarsOf(bars, stock), changes);

it('volume without a change, and a close that holds', () => {
  expect(found(evrBars())?.evidence).toEqual({
    volumeRatio: expect.closeTo(1880 / ((19_000 + 1880) / 20), 8),
    effortPct: expect.closeTo(2, 8),
    turnoverPct: 1.5,
    overLowPct: 0,
  });
});

it('tells how far the close is over the low', () => {
  expect(found(evrBars({}, { close: 10.395 }))?.evidence['overLowPct']).toBeCloseTo(5, 8);
});

it('each condition just missed', () => {
  // 0.91 V >= 1,710.
  expect(found(evrBars({ volume: 1879 }))).toBeNull();
  expect(found(evrBars({ close: 10.21 }))).toBeNull();
  expect(found(evrBars({ close: 9.79, low: 9.7 }))).toBeNull();
  expect(found(evrBars({ turnover: 1.49 }))).toBeNull();
  expect(found(evrBars({ turnover: NaN }))).toBeNull();
  expect(found(evrBars({}, { close: 9.89 }))).toBeNull();
  // 10.2 is 0.98 of 10.408.
  expect(found(changed(evrBars(), 16, { close: 10.4 }))).not.toBeNull();
  expect(found(changed(evrBars(), 16, { close: 10.41 }))).toBeNull();
  expect(found(evrBars().slice(1))).toBeNull();
});

it('on a board that moves more the change may be larger', () => {
  expect(found(evrBars({ close: 10.28 }), {}, { board: 'star' })).not.toBeNull();
  expect(found(evrBars({ close: 10.29 }), {}, { board: 'star' })).toBeNull();
});
