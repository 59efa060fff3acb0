import { quantile } from './quantile';

const of = (share: number, ...values: number[]) => quantile(Float64Array.from(values), share);

it('lies between two values by their distance', () => {
  expect([0, 0.25, 0.5, 0.75, 1].map((share) => of(share, 4, 1, 3, 2))).toEqual([1, 1.75, 2.5, 3.25, 4]);
  expect(of(0.5, 9, 1, 3)).toBe(3);
  expect(of(0.9, 5)).toBe(5);
});

it('is not known where a value is not, or where there is none', () => {
  expect(of(0.5, 1, NaN, 2)).toBeNaN();
  expect(of(0.5)).toBeNaN();
});
