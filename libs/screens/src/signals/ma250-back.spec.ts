import { findOnLast } from '../../../../test/support/inputs/screens/find-on';
import { changed, closesOf, ma250BackBars } from '../../../../test/support/inputs/screens/typical-bars';
import { stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { ma250Back } from './ma250-back';

const found = (bars: Parameters<typeof stockBarsOf>[0], changes = {}, stock = {}) =>
  findOnLast(ma250Back, stockBarsOf(bars, stock), changes);

it('a rise from under the year line and a quiet fall back', () => {
  const evidence = found(ma250BackBars())?.evidence;
  expect(evidence).toMatchObject({
    backPct: expect.closeTo((11.9 / 15 - 1) * 100, 8),
    volumeRatio: 2.001,
    daysToLow: 8,
  });
  // The 250 closes that end with the last day.
  const sum = 190 * 10 + 9.9 + 10 * 11 + 15 + 11.9 + 47 * 12.5;
  expect(evidence?.['overAveragePct']).toBeCloseTo((12.5 / (sum / 250) - 1) * 100, 8);
});

it('each condition just missed', () => {
  expect(found(ma250BackBars({ first: 10 }))).toBeNull();
  expect(found(ma250BackBars({ before: 9.9 }))).toBeNull();
  expect(found(ma250BackBars({ low: 12 }))).toBeNull();
  expect(found(ma250BackBars({ low: 10 }))).toBeNull();
  expect(found(ma250BackBars({ volume: 2000 }))).toBeNull();
  expect(found(ma250BackBars().slice(1))).toBeNull();
});

it('the low comes 7 to 36 open days after the high', () => {
  expect([6, 7, 36, 37].map((lowDays) => found(ma250BackBars({ lowDays })) !== null)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

it('the low may be today', () => {
  const shifted = [...closesOf(Array.from({ length: 40 }, () => 10)), ...ma250BackBars().slice(0, 269)];
  expect(found(changed(shifted, 249, { close: 9.9 }))?.evidence['daysToLow']).toBe(8);
});

it('open days count, not bars', () => {
  // Three days without trading after the high.
  const bars = ma250BackBars({ lowDays: 4 }).map((bar, at) => ({ ...bar, day: at <= 260 ? 1000 + at : 1003 + at }));
  expect(found(bars)?.evidence['daysToLow']).toBe(7);
});
