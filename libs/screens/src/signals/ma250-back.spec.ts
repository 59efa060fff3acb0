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
    daysToLow: 12,
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

it('the low comes 10 to 50 calendar days after the high', () => {
  const after = (lowDays: number, closed: number) =>
    found(ma250BackBars({ lowDays }).map((bar, at) => ({ ...bar, day: 1000 + at + (at <= 260 ? 0 : closed) })));
  expect(after(9, 0)).toBeNull();
  expect(after(10, 0)?.evidence['daysToLow']).toBe(10);
  // Days without trading after the high count too.
  expect(after(7, 2)).toBeNull();
  expect(after(7, 3)?.evidence['daysToLow']).toBe(10);
  expect(after(40, 10)?.evidence['daysToLow']).toBe(50);
  expect(after(40, 11)).toBeNull();
});

it('the low may be today', () => {
  const shifted = [...closesOf(Array.from({ length: 36 }, () => 10)), ...ma250BackBars().slice(0, 273)];
  expect(found(changed(shifted, 249, { close: 9.9 }))?.evidence['daysToLow']).toBe(12);
});
