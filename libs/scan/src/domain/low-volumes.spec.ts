import { findLowest, isUndercut } from './low-volumes';

const volumes = Float64Array.of(5, 3, 4, 3, 9, 1);

it('the lowest volume of a range is the latest of equal ones', () => {
  expect(findLowest(volumes, { from: 0, until: 5 })).toBe(3);
  expect(findLowest(volumes, { from: 0, until: 3 })).toBe(1);
  expect(findLowest(volumes, { from: 0, until: 6 })).toBe(5);
  expect(findLowest(volumes, { from: 2, until: 2 })).toBeUndefined();
});

it('equal volumes do not undercut, lower ones anywhere in the range do', () => {
  expect(isUndercut(volumes, { from: 0, until: 5 }, { by: 3 })).toBe(false);
  expect(isUndercut(volumes, { from: 0, until: 5 }, { by: 4 })).toBe(true);
  expect(isUndercut(volumes, { from: 1, until: 2 }, { by: 4 })).toBe(true);
  expect(isUndercut(volumes, { from: 4, until: 5 }, { by: 4 })).toBe(false);
});

it('bars that do not count neither are the lowest nor undercut', () => {
  const counts = (at: number) => at !== 3 && at !== 5;
  expect(findLowest(volumes, { from: 0, until: 6 }, counts)).toBe(1);
  expect(findLowest(volumes, { from: 5, until: 6 }, counts)).toBeUndefined();
  expect(isUndercut(volumes, { from: 2, until: 6 }, { by: 4, counts })).toBe(false);
});
