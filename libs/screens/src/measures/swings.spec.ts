import { swingHighs, swingLows } from './swings';

it('a swing low is lower than what is before, and not above what is after', () => {
  expect(swingLows(Float64Array.of(5, 4, 3, 4, 5), 0, 4, 2)).toEqual([2]);
  // Of equal lows the first counts.
  expect(swingLows(Float64Array.of(5, 4, 3, 3, 4, 5), 0, 5, 2)).toEqual([2]);
  expect(swingLows(Float64Array.of(5, 2, 3, 4, 5), 0, 4, 2)).toEqual([]);
  expect(swingLows(Float64Array.of(5, 4, 3, 4, 2), 0, 4, 2)).toEqual([]);
});

it('all its neighbours lie within the stretch', () => {
  const lows = Float64Array.of(9, 5, 4, 3, 4, 5, 1);
  expect(swingLows(lows, 1, 5, 2)).toEqual([3]);
  expect(swingLows(lows, 2, 5, 2)).toEqual([]);
  expect(swingLows(lows, 1, 4, 2)).toEqual([]);
});

it('highs are the mirror of lows', () => {
  expect(swingHighs(Float64Array.of(1, 2, 3, 3, 1, 0), 0, 5, 2)).toEqual([2]);
  expect(swingHighs(Float64Array.of(1, 4, 3, 3, 1, 0), 0, 5, 2)).toEqual([]);
});
