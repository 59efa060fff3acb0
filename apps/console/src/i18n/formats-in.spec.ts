import fc from 'fast-check';
import { formatsIn, NOTHING } from './formats-in';

const zh = formatsIn('zh');
const en = formatsIn('en');

it.each([
  [zh.price(1598.2), '1,598.20'],
  [zh.change(7.594), '+7.59%'],
  [zh.change(-0.73), '−0.73%'],
  [zh.change(0), '0.00%'],
  [zh.change(0.3, 1), '+0.3%'],
  [zh.change(-0.04, 1), '0.0%'],
  [zh.amount(231_000_000), '2.31亿'],
  [zh.amount(-12_345), '−1.23万'],
  [zh.amount(9_999), '9999'],
  [en.amount(2_310_000_000), '2.31B'],
  [en.amount(2_310_000), '2.31M'],
  [en.amount(12_345), '12.3K'],
  [zh.volume(2_310_000), '2.31万手'],
  [en.volume(2_310_000), '2.31M'],
  [zh.capYi(20_051.3), '20,051.30亿'],
  [en.capYi(231), '23.10B'],
  [zh.day('2026-11-20', '2026-11-22'), '11-20'],
  [zh.day('2025-11-20', '2026-11-22'), '25-11-20'],
  [zh.instant('2026-11-20T16:05:00.000Z'), '11-21 00:05'],
  [en.time('2026-11-20T06:02:31.000Z'), '14:02:31'],
  [zh.duration(940), '0.9 s'],
  [zh.duration(185_000), '3 min 5 s'],
  [zh.duration(179_900), '3 min 0 s'],
])('%s is formatted as %s', (shown, expected) => expect(shown).toBe(expected));

it('a value that is no number is shown as a dash, in every format and language', () => {
  for (const { price, change, percent, count, amount, capYi, volume, duration } of [zh, en]) {
    for (const format of [price, change, percent, count, amount, capYi, volume, duration]) {
      expect([null, undefined, Number.NaN, Infinity].map((value) => format(value))).toEqual(Array(4).fill(NOTHING));
    }
  }
});

it('a change has the sign of its shown value, and no value is longer than a cell', () => {
  fc.assert(
    fc.property(fc.double({ min: -1000, max: 1000, noNaN: true }), (percent) => {
      const shown = zh.change(percent);
      const rounded = Number(percent.toFixed(2));
      expect(shown.startsWith('+')).toBe(rounded > 0);
      expect(shown.startsWith('−')).toBe(rounded < 0);
      expect(shown.length).toBeLessThanOrEqual(10);
    }),
  );
});
