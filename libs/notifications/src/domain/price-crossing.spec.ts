import type { PriceConditions, PriceItem } from './conditions';
import { changePct, hasCrossed, type PriceDay } from './price-crossing';

const day = (close: number, more: Partial<PriceDay> = {}): PriceDay => ({
  ...{ close, adjClose: close, adjVolume: 1000, turnoverPct: 1 },
  ...more,
});
const rule = (...items: PriceItem[]): PriceConditions => ({ code: '600000', op: 'and', items });
const above10: PriceItem = { type: 'price', op: '>', value: 10 };

it.each<[string, readonly number[], boolean]>([
  ['rises above it', [9, 11], true],
  ['was above it before', [11, 12], false],
  ['touches it', [9, 10], false],
  ['falls below it', [11, 9], false],
  ['has one day alone', [11], false],
])('a price that %s', (_what, closes, crossed) => {
  expect(
    hasCrossed(
      rule(above10),
      closes.map((close) => day(close)),
    ),
  ).toBe(crossed);
});

it.each<[PriceItem['op'], PriceItem['value'], boolean]>([
  ['>=', 10, true],
  ['>', 10, false],
  ['<=', 10, false],
  ['<', 10, false],
  ['between', [9.5, 10.5], true],
  ['between', [10.5, 11], false],
])('from 9 to 10, %s %j', (op, value, crossed) => {
  expect(hasCrossed(rule({ type: 'price', op, value }), [day(9), day(10)])).toBe(crossed);
});

it('of several comparisons needs all, or one of them', () => {
  const days = [day(9), day(11)];
  const high: PriceItem = { type: 'price', op: '>', value: 20 };
  expect(hasCrossed({ ...rule(above10, high), op: 'and' }, days)).toBe(false);
  expect(hasCrossed({ ...rule(above10, high), op: 'or' }, days)).toBe(true);
});

it('reads the change over an ex-right day as a holder sees it', () => {
  const split = [day(20, { adjClose: 10 }), day(10.5, { adjClose: 10.5 })];
  expect(changePct(split, 1)).toBeCloseTo(5, 10);
  const risen = rule({ type: 'change_pct', op: '>', value: 4 });
  expect(hasCrossed(risen, [day(20, { adjClose: 10 }), ...split])).toBe(true);
});

it.each([
  [10, 12, 20],
  [10, 11.5, 15],
  [4.2, 4.41, 5],
])('finds a change from %d to %d at a bound of %d %%, though not over it', (from, to, value) => {
  const days = [day(from), day(from), day(to)];
  expect(hasCrossed(rule({ type: 'change_pct', op: '>=', value }), days)).toBe(true);
  expect(hasCrossed(rule({ type: 'change_pct', op: '>', value }), days)).toBe(false);
});

it('compares the volume with the mean of the five days before', () => {
  const usual = Array.from({ length: 6 }, () => day(10));
  const ratio = (value: number): PriceConditions => rule({ type: 'volume_ratio', op: '>=', value });
  expect(hasCrossed(ratio(3), [...usual, day(10, { adjVolume: 3000 })])).toBe(true);
  expect(hasCrossed(ratio(3.01), [...usual, day(10, { adjVolume: 3000 })])).toBe(false);
  // Four days before the last one are too few to tell.
  expect(hasCrossed(ratio(3), [...usual.slice(2), day(10, { adjVolume: 3000 })])).toBe(false);
});

it('does not hold where the turnover is not known', () => {
  const turned = rule({ type: 'turnover', op: '>', value: 5 });
  expect(hasCrossed(turned, [day(10), day(10, { turnoverPct: null })])).toBe(false);
  expect(hasCrossed(turned, [day(10, { turnoverPct: null }), day(10, { turnoverPct: 6 })])).toBe(true);
});
