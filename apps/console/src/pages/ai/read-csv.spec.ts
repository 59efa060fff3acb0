import { readCsv } from './read-csv';

it.each([
  [
    'a,b\n1,2\n3,4',
    {
      head: ['a', 'b'],
      rows: [
        ['1', '2'],
        ['3', '4'],
      ],
    },
  ],
  ['a,b\r\n1,\r\n', { head: ['a', 'b'], rows: [['1', '']] }],
  [
    'name,value\n"say ""no"", then",x\n"two\nlines",y',
    {
      head: ['name', 'value'],
      rows: [
        ['say "no", then', 'x'],
        ['two\nlines', 'y'],
      ],
    },
  ],
  ['', { head: [], rows: [] }],
])('%j', (text, table) => {
  expect(readCsv(text)).toEqual(table);
});
