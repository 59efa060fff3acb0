import { keepChanges, type LastChanges, readLastChanges } from './last-changes';

const changes = (window: number) => ({ params: { window }, filters: {} });

it('keeps the latest run of each screen, and nothing of one with the defaults', () => {
  const first = keepChanges(keepChanges([], 'a', changes(3)), 'b', changes(5));
  expect(keepChanges(first, 'a', changes(10))).toEqual([
    ['a', changes(10)],
    ['b', changes(5)],
  ]);
  expect(keepChanges(first, 'b', { params: {}, filters: {} })).toEqual([['a', changes(3)]]);
});

it('drops the oldest where a setting has no more room', () => {
  let kept: LastChanges = [];
  for (let id = 0; id < 500; id += 1) kept = keepChanges(kept, `own_${id}`, changes(id));
  expect(JSON.stringify({ last: kept }).length).toBeLessThan(8000);
  expect(kept[0]?.[0]).toBe('own_499');
});

it.each([undefined, null, [], { last: 3 }, { last: [1, ['a'], ['b', { params: 1, filters: {} }]] }])(
  'reads nothing from %j',
  (stored) => {
    expect(readLastChanges(stored)).toEqual([]);
  },
);

it('reads what it kept', () => {
  const kept = keepChanges([], 'a', changes(3));
  expect(readLastChanges(JSON.parse(JSON.stringify({ last: kept })))).toEqual(kept);
});
