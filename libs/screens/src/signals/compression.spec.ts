import { findOnLast } from '../../../../test/support/inputs/screens/find-on';
import { compressionBars } from '../../../../test/support/inputs/screens/typical-bars';
import { stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { compression } from './compression';

const found = (bars: Parameters<typeof stockBarsOf>[0], changes = {}, stock = {}) =>
  findOnLast(compression, stockBarsOf(bars, stock), changes);

it('five narrow bars on little volume', () => {
  expect(found(compressionBars())?.evidence).toEqual({
    rangePct: expect.closeTo(1.6, 8),
    // Between 1.8 and 2, at 0.8 of the way.
    rangeLimitPct: expect.closeTo(1.96, 8),
    volumeRatio: expect.closeTo(529 / ((15_000 + 5 * 529) / 20), 8),
  });
});

it('each condition just missed', () => {
  // 0.85 v <= 450.
  expect(found(compressionBars(undefined, 530))).toBeNull();
  // The lowest fifth of ranges of 1.5 %.
  expect(found(compressionBars(undefined, 529, 0.15))).toBeNull();
  expect(found(compressionBars([0.2, 0.18, 0.16, 0.17, 0.12]))).not.toBeNull();
  expect(found(compressionBars([0.16, 0.18, 0.14, 0.17, 0.12]))).toBeNull();
});

it('MA20 rises, or the close is not under MA50', () => {
  const before = (first: number, dip: number) =>
    found(
      compressionBars().map((bar, at) => (at < 25 ? { ...bar, close: first } : at < 30 ? { ...bar, close: dip } : bar)),
    );
  expect(before(10, 10)).not.toBeNull();
  // MA50 is 10.25 in both.
  expect(before(10.5, 10)).toBeNull();
  expect(before(10.6, 9.5)).not.toBeNull();
  expect(found(compressionBars().slice(1))).toBeNull();
});
