import { roundTicks, scaleOf } from './chart-box';

it('values have their place between the edges, up and down', () => {
  expect(scaleOf(-10, 60, 0, 700)(0)).toBe(100);
  expect(scaleOf(-2, 2, 100, 0)(1)).toBe(25);
  expect(scaleOf(3, 3, 5, 50)(3)).toBe(5);
});

it.each([
  [-1.2, 2.3, [-1, 0, 1, 2]],
  [-12, 31, [-10, 0, 10, 20, 30]],
  [0, 1455, [0, 500, 1000]],
  [3, 3, [3]],
])('ticks from %d to %d are round', (least, most, ticks) => {
  expect(roundTicks(least, most, 5)).toEqual(ticks);
});
