import { sortByDependency } from './dependency-order';

it('a table comes after all that it references, for any names', () => {
  const order = sortByDependency(
    ['a_key', 'b_hit', 'user', 'z_scan'],
    [
      { from: 'a_key', to: 'user' },
      { from: 'b_hit', to: 'z_scan' },
      { from: 'z_scan', to: 'user' },
    ],
  );
  expect(order).toEqual(['user', 'a_key', 'z_scan', 'b_hit']);
});

it('a table may reference itself, and tables that are not sorted', () => {
  expect(
    sortByDependency(
      ['tree'],
      [
        { from: 'tree', to: 'tree' },
        { from: 'tree', to: 'elsewhere' },
      ],
    ),
  ).toEqual(['tree']);
});

it('a circle has no order', () => {
  expect(() =>
    sortByDependency(
      ['a', 'b'],
      [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'a' },
      ],
    ),
  ).toThrow('a, b');
});
