import { findOnLast } from '../../../../test/support/inputs/screens/find-on';
import { changed, lpsBars } from '../../../../test/support/inputs/screens/typical-bars';
import { stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { lps } from './lps';

const found = (bars: Parameters<typeof stockBarsOf>[0], changes = {}, stock = {}) =>
  findOnLast(lps, stockBarsOf(bars, stock), changes);

it('a quiet pullback to MA20 after a break of the creek', () => {
  // The creek falls by 0.005 a bar: 10.27 on bar 66, 10.205 on bar 79. MA20 is (6 x 10 + 14 x 10.5) / 20 = 10.35.
  expect(found(lpsBars())).toEqual({
    score: expect.closeTo(1 / 0.65, 8),
    evidence: {
      creekYuan: expect.closeTo(10.205, 8),
      overCreekPct: expect.closeTo((10.5 / 10.205 - 1) * 100, 8),
      brokenDate: 1066,
      lowToAveragePct: expect.closeTo((10.4 / 10.35 - 1) * 100, 8),
      volumeRatio: 0.65,
    },
  });
});

it('the close is not under MA20', () => {
  // (6 x 10 + 13 x 10.5 + x) / 20 = x for x = 10.3421.
  expect(found(changed(lpsBars(), 79, { close: 10.35, low: 10.3 }))).not.toBeNull();
  expect(found(changed(lpsBars(), 79, { close: 10.34, low: 10.3 }))).toBeNull();
});

it('MA20 rises over five bars', () => {
  // The five closes that leave the average against the five that came in.
  const against = (close: number) =>
    found(
      lpsBars().map((bar, at) =>
        at >= 55 && at < 60 ? { ...bar, close: 10.4, high: 10.4 } : at >= 75 ? { ...bar, close, low: 10.3 } : bar,
      ),
    );
  expect(against(10.42)).not.toBeNull();
  expect(against(10.38)).toBeNull();
});

it('the low of three bars is within 2 % of MA20', () => {
  // 10.143.
  expect(found(changed(lpsBars(), 77, { low: 10.15 }))).not.toBeNull();
  expect(found(changed(lpsBars(), 77, { low: 10.14 }))).toBeNull();
  expect(found(changed(lpsBars(), 76, { low: 10.14 }))).not.toBeNull();
});

it('the volume dries up', () => {
  expect(found(lpsBars({ volume: 651 }))).toBeNull();
  expect(found(lpsBars({ volume: 651 }), { max_volume: 0.7 })).not.toBeNull();
  expect(found(changed(lpsBars(), 78, { volume: 5000 }))).not.toBeNull();
});

it('the creek was broken in the last 15 bars, by half a percent', () => {
  expect(found(lpsBars({ breakAt: 64 }))).not.toBeNull();
  expect(found(lpsBars({ breakAt: 63 }))).toBeNull();
  // Half a percent over the creek is 10.3214 on bar 66; the closes after it are under that.
  const broken = (close: number) => found(changed(lpsBars({ close: 10.25, low: 10.2 }), 66, { close }));
  expect(broken(10.33)?.evidence['brokenDate']).toBe(1066);
  expect(broken(10.32)).toBeNull();
});

it('the creek rises by at most 0.1 % a bar', () => {
  const rising = (first: number) => found(lpsBars({ tops: [first, 10.5], close: 11.1, low: 10.9 }));
  expect(rising(10.3)).not.toBeNull();
  expect(rising(10.2)).toBeNull();
});

it('the close is at most 2 % under the creek', () => {
  // Rising by 0.01 a bar the creek is at 10.89 on the last bar.
  const back = (close: number) =>
    found(changed(changed(lpsBars({ tops: [10.3, 10.5] }), 66, { close: 10.9 }), 79, { close }));
  expect(back(10.68)).not.toBeNull();
  expect(back(10.67)).toBeNull();
});

it('the creek is the line of least squares through the tops', () => {
  // Tops 4 bars apart are two: (20, 10.5), (36, 10.45), (40, 10.4) fall by 1/224 a bar about (32, 10.45).
  const evidence = found(changed(lpsBars(), 36, { high: 10.45 }))?.evidence;
  expect(evidence?.['creekYuan']).toBeCloseTo(10.45 - 47 / 224, 8);
  // Of the 60 bars before the break the first three make no top.
  expect(found(changed(lpsBars(), 8, { high: 10.9 }))?.evidence['creekYuan']).toBeCloseTo(10.205, 8);
  expect(found(changed(lpsBars(), 9, { high: 10.9 }))?.evidence['creekYuan']).not.toBeCloseTo(10.205, 2);
});

it('the volume compares with the median of 60', () => {
  // 27 of 1,000, 30 of 2,000 and today's three of 975: the median is 1,500.
  const bars = lpsBars({ volume: 975 }).map((bar, at) =>
    at < 20 || (at > 46 && at < 77) ? { ...bar, volume: 2000 } : bar,
  );
  expect(found(bars)?.evidence['volumeRatio']).toBe(0.65);
});

it('two tops make a creek', () => {
  expect(found(changed(lpsBars(), 20, { high: 10.1 }))).toBeNull();
  // Tops count within the 60 bars before the break.
  expect(found(lpsBars().slice(14))).toBeNull();
});
