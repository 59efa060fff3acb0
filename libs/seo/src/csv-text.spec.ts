import { csvText } from './csv-text';
import { cleanCellText } from './domain/cell-text';

const DANGEROUS = [
  '=1+1',
  '+1',
  '-1',
  '@x',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  "'=1",
  '=HYPERLINK("a","b")',
];

it.each(DANGEROUS)('%j is text to a spreadsheet, not a formula', (cell) => {
  expect(csvText([['a', cell]])).toMatch(/^a,"?'/);
});

it.each(DANGEROUS.map((cell) => cell.trim()))('%j comes back through an import as it was', (cell) => {
  const [, written = ''] = /^"?(.*?)"?\r\n$/s.exec(csvText([[cell]])) ?? [];
  expect(cleanCellText(written.replaceAll('""', '"'))).toBe(cell);
});

it('numbers stay numbers, and quotes follow RFC 4180', () => {
  expect(csvText([[-1.5, 0, 'a"b', 'c,d', 'e\nf', null, true]])).toBe('-1.5,0,"a""b","c,d","e\nf",,true\r\n');
});
