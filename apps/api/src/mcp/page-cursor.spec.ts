import { readCursor, writeCursor } from './page-cursor';

it.each([0, 20, 999_999_999])('reads what it wrote: %d', (offset) => {
  expect(readCursor(writeCursor(offset))).toBe(offset);
});

it('begins at the first page', () => {
  expect(readCursor(undefined)).toBe(0);
});

it.each([
  '',
  '20',
  'cGFnZTo',
  Buffer.from('page:-1').toString('base64url'),
  Buffer.from('page:1e9').toString('base64url'),
])('refuses %p', (cursor) => {
  expect(() => readCursor(cursor)).toThrow('cursor must be a next_cursor');
});
