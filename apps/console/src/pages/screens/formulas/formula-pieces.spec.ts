import { type FormulaError, rangeOf, toLines } from './error-ranges';
import { namesOf } from './formula-language';
import { cutFormula } from './formula-pieces';

const LANGUAGE = {
  functions: [
    { name: 'MA', usage: 'MA(X, N)', zh: '平均', en: 'mean', exampleFormula: 'C > MA(C, 5);' },
    {
      name: 'MACD.DIF',
      usage: 'MACD.DIF(S, L, M)',
      zh: '快线',
      en: 'fast',
      exampleFormula: 'MACD.DIF(12, 26, 9) > 0;',
    },
  ],
  fields: [{ name: 'CLOSE', aliases: ['C', '收盘价'], zh: '收盘价', en: 'close' }],
};
const NAMES = namesOf(LANGUAGE);
const kinds = (text: string) =>
  cutFormula(text, NAMES)
    .filter(({ kind }) => kind !== 'space')
    .map(({ kind, text: part }) => [part, kind]);
const error = (line: number, column: number): FormulaError => ({ line, column, code: 'unknown_name', message: '' });

describe('the colours of a formula', () => {
  it('knows functions, fields, numbers, comments, and the names that the formula defines', () => {
    expect(kinds('{均线}\n均价 := ma(c, .5);\n收盘价 >= 均价 and FOO # macd.dif')).toEqual([
      ['{均线}', 'comment'],
      ['均价', 'own'],
      [':=', 'sign'],
      ['ma', 'function'],
      ['(', 'sign'],
      ['c', 'field'],
      [',', 'sign'],
      ['.5', 'number'],
      [')', 'sign'],
      [';', 'sign'],
      ['收盘价', 'field'],
      ['>=', 'sign'],
      ['均价', 'own'],
      ['and', 'operator'],
      ['FOO', 'name'],
      ['#', 'unknown'],
      ['macd.dif', 'function'],
    ]);
  });

  it('takes a comment without an end for one up to the end', () => {
    expect(kinds('C {open MA(')).toEqual([
      ['C', 'field'],
      ['{open MA(', 'comment'],
    ]);
  });

  it.each(['', ' ', '\n\n', 'C > 1;\r\n', 'a\u{1f600}b', '（Ｃ）＞１；', 'C>.', '1.2.3x'])(
    'loses nothing of %j',
    (text) => {
      const pieces = cutFormula(text, NAMES);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      expect(pieces.every(({ at, text: part }) => text.startsWith(part, at))).toBe(true);
    },
  );
});

describe('what is wrong in a formula', () => {
  const mark = (text: string, ...errors: FormulaError[]) => {
    const pieces = cutFormula(text, NAMES);
    const ranges = errors.map((one) => rangeOf(one, text, pieces));
    return toLines(text, pieces, ranges).map((line) =>
      line.map((piece) => (piece.wrong ? `[${piece.text}]` : piece.text)).join(''),
    );
  };

  it('is marked in its line, to the end of its word', () => {
    expect(mark('A := C;\nFOO > A;', error(2, 1))).toEqual(['A := C;', '[FOO] > A;']);
    expect(mark('C >* 2', error(1, 4))).toEqual(['C >[*] 2']);
  });

  it('is marked after the end where something is missing', () => {
    expect(mark('C > ', error(1, 5))).toEqual(['C > [ ]']);
    expect(mark('C >\n', error(2, 1))).toEqual(['C >', '[ ]']);
  });

  it('is one character of a comment that is not closed', () => {
    expect(mark('C > 1; {open\nmore', error(1, 8))).toEqual(['C > 1; [{]open', 'more']);
  });

  it('may be several', () => {
    expect(mark('FOO > 1;\nC > BAR', error(1, 1), error(2, 5))).toEqual(['[FOO] > 1;', 'C > [BAR]']);
    expect(mark('C > 1;')).toEqual(['C > 1;']);
  });
});
