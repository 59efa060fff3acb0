import { prepareStatement, prepareVariant } from './sql-runner';

it('gives a text of few parts one name, and leaves texts beyond the hundredth unprepared', () => {
  const [first, again] = [prepareVariant('update_thing', 'update a'), prepareVariant('update_thing', 'update a')];
  expect(again).toBe(first);
  const others = Array.from({ length: 100 }, (_, no) => prepareVariant('update_thing', `update a set b = ${no}`));
  const names = [first, ...others].flatMap((one) => (typeof one === 'string' ? [] : [one.name]));
  expect(names).toHaveLength(100);
  expect(new Set(names).size).toBe(100);
  expect(others.at(-1)).toBe('update a set b = 99');
  expect(prepareVariant('update_thing', 'update a')).toBe(first);
});

it('refuses a name that is taken or too long', () => {
  prepareStatement('select_thing', 'select 1');
  expect(() => prepareStatement('select_thing', 'select 2')).toThrow('declared twice');
  expect(() => prepareStatement('a'.repeat(64), 'select 3')).toThrow('longer than PostgreSQL keeps');
});
