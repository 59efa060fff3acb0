import { renderFacts, renderTable, rounded } from './text-table';

const COLUMNS = [{ title: 'n', cell: (row: number) => row }];

it('shows 30 rows and counts the others', () => {
  const lines = renderTable(
    Array.from({ length: 33 }, (_, index) => index),
    COLUMNS,
  ).split('\n');
  expect(lines.slice(0, 3)).toEqual(['| n |', '| --- |', '| 0 |']);
  expect(lines).toHaveLength(33);
  expect(lines.at(-1)).toBe('… and 3 more in the structured result.');
});

it('keeps what a cell holds inside of the cell', () => {
  const [, , row] = renderTable(['a|b\nc', null], [{ title: 't', cell: (value) => value }]).split('\n');
  expect(row).toBe(String.raw`| a\|b c |`);
});

it('cuts long cells', () => {
  const [, , row] = renderTable(['x'.repeat(200)], [{ title: 't', cell: (value) => value }]).split('\n');
  expect(row).toBe(`| ${'x'.repeat(79)}… |`);
});

it('leaves out facts without a value', () => {
  expect(renderFacts({ code: '600519', name: null, close: 0, open: false })).toBe(
    '| what | value |\n| --- | --- |\n| code | 600519 |\n| close | 0 |\n| open | false |',
  );
});

it.each([
  [12.3456, '12.35'],
  [null, null],
  [undefined, null],
])('rounds %p to %p', (value, text) => {
  expect(rounded(value)).toBe(text);
});
