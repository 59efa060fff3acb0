import { atLeast, atMost, over, under } from './slack';

const compare = (value: number, limit: number) => [atLeast, atMost, over, under].map((holds) => holds(value, limit));

it('a product of floats that misses its limit by rounding stands on it', () => {
  expect(1.1 * 3).not.toBe(3.3);
  expect(compare(1.1 * 3, 3.3)).toEqual([true, true, false, false]);
  expect(compare(3.3, 1.1 * 3)).toEqual([true, true, false, false]);
});

it('what is apart is apart, and what is not known is neither', () => {
  expect(compare(3.3001, 3.3)).toEqual([true, false, true, false]);
  expect(compare(-3.3001, -3.3)).toEqual([false, true, false, true]);
  expect(compare(Infinity, 3.3)).toEqual([true, false, true, false]);
  expect(compare(-Infinity, 3.3)).toEqual([false, true, false, true]);
  expect(compare(NaN, 3.3)).toEqual([false, false, false, false]);
  expect(compare(3.3, NaN)).toEqual([false, false, false, false]);
});
