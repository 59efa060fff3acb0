import { prepareStatement, StatementVariants } from './sql-runner';

it('prepares the first texts of a statement, each once, and leaves further ones as they are', () => {
  const updates = new StatementVariants('update_thing', 2);
  const first = updates.prepare('update a');
  expect(first).toEqual({ name: 'update_thing_1', text: 'update a' });
  expect(updates.prepare('update b')).toEqual({ name: 'update_thing_2', text: 'update b' });
  expect(updates.prepare('update c')).toBe('update c');
  expect(updates.prepare('update a')).toBe(first);
});

it('refuses a name that is taken or too long', () => {
  prepareStatement('select_thing', 'select 1');
  expect(() => prepareStatement('select_thing', 'select 2')).toThrow('declared twice');
  expect(() => prepareStatement('a'.repeat(64), 'select 3')).toThrow('longer than PostgreSQL keeps');
});
