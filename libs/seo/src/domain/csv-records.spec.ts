import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { type CsvRecord, CsvRecords, detectDelimiter } from './csv-records';

function all(text: string, cuts: readonly number[] = [], delimiter = ','): CsvRecord[] {
  const records = new CsvRecords(delimiter);
  const found: CsvRecord[] = [];
  let from = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    found.push(...records.push(text.slice(from, cut)));
    from = Math.max(from, cut);
  }
  return [...found, ...records.push(text.slice(from)), ...records.end()];
}

describe('CsvRecords', () => {
  it('each record has the line on which it begins', () => {
    expect(all('a,b\r\n\r\n"1\r\n2",x\n3, "y ""z"""\n4')).toEqual([
      { cells: ['a', 'b'], line: 1 },
      { cells: ['1\r\n2', 'x'], line: 3 },
      { cells: ['3', 'y "z"'], line: 5 },
      { cells: ['4'], line: 6 },
    ]);
  });

  it('a quote within a cell stays, and so does what follows a closing quote', () => {
    expect(all('5" disk,x\n"a"b,c\n')).toEqual([
      { cells: ['5" disk', 'x'], line: 1 },
      { cells: ['ab', 'c'], line: 2 },
    ]);
  });

  it('a quote that is never closed costs its own line', () => {
    const lost = { line: 1, problem: 'a quote is opened and never closed' };
    expect(all('"open,1\nfine,2\n')).toEqual([
      { cells: ['"open,1'], ...lost },
      { cells: ['fine', '2'], line: 2 },
    ]);
    const long = `"open,1\n${'x,1\n'.repeat(100_000)}`;
    const found = all(long, [1000, 300_000]);
    expect([found.length, found[0], found.at(-1)]).toEqual([
      100_001,
      { cells: ['"open,1'], ...lost },
      { cells: ['x', '1'], line: 100_001 },
    ]);
  });

  it('what was written is read back, however the text is split', () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' b', 'é', ';'), maxLength: 6 })
      .map((text) => text.trim());
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(table, fc.array(fc.nat(200), { maxLength: 5 }), (rows, cuts) => {
        const text = stringify(rows, { quoted: true });
        expect(all(text, cuts).map(({ cells }) => cells)).toEqual(rows);
      }),
    );
  });
});

it.each([
  ['a,b;c\n', ','],
  ['a;b,c;d\n', ';'],
  ['Title, of a file\nJan - Dec\na\tb\tc\n', '\t'],
  ['one', ','],
])('delimiterOf(%j)', (head, expected) => {
  expect(detectDelimiter(head)).toBe(expected);
});
