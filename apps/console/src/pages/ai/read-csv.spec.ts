import { readCsvTables } from './read-csv';

const isHead = (record: readonly string[]): boolean => record.every((cell) => /^[a-z]+$/.test(cell));

it.each([
  [
    'a,b\n1,2\n3,4',
    [
      {
        head: ['a', 'b'],
        rows: [
          ['1', '2'],
          ['3', '4'],
        ],
      },
    ],
  ],
  ['a,b\r\n1,\r\n', [{ head: ['a', 'b'], rows: [['1', '']] }]],
  [
    'name,value\n"say ""no"", then",x\n"two\nlines",y',
    [
      {
        head: ['name', 'value'],
        rows: [
          ['say "no", then', 'x'],
          ['two\nlines', 'y'],
        ],
      },
    ],
  ],
  [
    'h,l\n2,1\ndate,h,l\n2026-11-20,2,1\n2026-11-23,3',
    [
      { head: ['h', 'l'], rows: [['2', '1']] },
      {
        head: ['date', 'h', 'l'],
        rows: [
          ['2026-11-20', '2', '1'],
          ['2026-11-23', '3'],
        ],
      },
    ],
  ],
  ['H,L\n2,1', [{ head: ['H', 'L'], rows: [['2', '1']] }]],
  ['', []],
])('the CSV tables of %j are read', (text, tables) => {
  expect(readCsvTables(text, isHead)).toEqual(tables);
});
