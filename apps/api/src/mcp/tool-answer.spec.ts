import { readCursor } from './page-cursor';
import { answerPage, LONGEST_ANSWER, requireShort } from './tool-answer';

const COLUMNS = [{ title: 'text', cell: ({ text }: { text: string }) => text }];

function pageOf(count: number, length: number, offset = 0) {
  const items = Array.from({ length: count }, () => ({ text: 'x'.repeat(length) }));
  return answerPage({ items, total: 100, offset, columns: COLUMNS, more: { warnings: [] } });
}

it('answers a page with the cursor of the next one', () => {
  const { data, rows } = pageOf(20, 5, 40);
  expect(data).toMatchObject({ total: 100, warnings: [] });
  expect(readCursor(data['next_cursor'] as string)).toBe(60);
  expect(rows).toBe(20);
});

it('has no cursor on the last page', () => {
  expect(pageOf(20, 5, 80).data['next_cursor']).toBeNull();
});

it('leaves what is beyond 40,000 characters to the next page', () => {
  const answer = pageOf(100, 1000);
  const { length } = answer.data['items'] as unknown[];
  expect(length).toBeLessThan(40);
  expect(length).toBeGreaterThan(34);
  expect(readCursor(answer.data['next_cursor'] as string)).toBe(length);
  expect(answer.text).toContain(`${100 - length} items did not fit into 40000 characters`);
  const characters = JSON.stringify(answer.data).length + answer.text.length;
  expect(characters).toBeLessThanOrEqual(LONGEST_ANSWER);
  expect(() => requireShort(answer, 'ask for less')).not.toThrow();
});

it('refuses an answer that can not be cut, and says how to ask for less', () => {
  const answer = { data: { note: 'x'.repeat(LONGEST_ANSWER) }, text: '', rows: 1 };
  expect(() => requireShort(answer, 'ask for fewer records')).toThrow(/more than 40000: ask for fewer records$/);
});
