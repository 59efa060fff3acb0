import { toCsv, toTabbed } from './spreadsheet-text';

it('keeps numbers as they are, and text from being run', () => {
  expect(toTabbed([['a\tb', -1.5, null, '=SUM(A1)', '＋1']])).toBe("a b\t-1.5\t\t'=SUM(A1)\t'＋1");
});

it('quotes what a CSV file would take apart', () => {
  expect(
    toCsv([
      ['a,b', 'say "c"', 1],
      ['中', null, 2],
    ]),
  ).toBe('"a,b","say ""c""",1\r\n中,,2\r\n');
});
