import { dependencyOrder } from './dependency-order';

it('puts a table behind all that it names, whatever the names', () => {
  const order = dependencyOrder(
    ['a_key', 'b_hit', 'user', 'z_scan'],
    [
      { from: 'a_key', to: 'user' },
      { from: 'b_hit', to: 'z_scan' },
      { from: 'z_scan', to: 'user' },
    ],
  );
  expect(order).toEqual(['user', 'a_key', 'z_scan', 'b_hit']);
});

it('lets a table name itself, and tables that are not asked for', () => {
  expect(
    dependencyOrder(
      ['tree'],
      [
        { from: 'tree', to: 'tree' },
        { from: 'tree', to: 'elsewhere' },
      ],
    ),
  ).toEqual(['tree']);
});

it('knows no order for a circle', () => {
  expect(() =>
    dependencyOrder(
      ['a', 'b'],
      [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'a' },
      ],
    ),
  ).toThrow('a, b');
});
