import { changePct } from './change-pct';

it.each([
  [10, 12, 20],
  [100, 130, 30],
  [10, 11.5, 15],
  [3, 2, -33.333333333],
  [0, 1, Infinity],
  [NaN, 1, NaN],
])('from %d to %d is %d percent', (from, to, percent) => {
  expect(changePct(from, to)).toBe(percent);
});
