import { findCompletions } from './completions';
import type { FormulaLanguage } from './formula-language';

const LANGUAGE: FormulaLanguage = {
  functions: ['MA', 'MAX', 'MACD.DIF', 'CROSS', 'COUNT'].map((name) => ({
    ...{ name, usage: `${name}(X, N)`, zh: '函数', en: 'function', exampleFormula: '' },
  })),
  fields: [
    { name: 'CLOSE', aliases: ['C', '收盘价'], zh: '收盘价', en: 'close' },
    { name: 'VOL', aliases: ['V'], zh: '成交量', en: 'volume' },
  ],
  ...{ examples: [], filters: {}, longestFormula: 4096 },
};
/** The caret is where the formula has a `|`. */
const complete = (marked: string) => {
  const caret = marked.indexOf('|');
  return findCompletions(marked.replace('|', ''), caret, LANGUAGE, 'zh');
};
const names = (marked: string) => complete(marked)?.choices.map(({ name }) => name);

it('offers what begins with the word, whatever its case', () => {
  expect(names('C > ma|')).toEqual(['MA', 'MAX', 'MACD.DIF']);
  expect(names('C > macd.|')).toEqual(['MACD.DIF']);
  expect(names('收|')).toEqual(['CLOSE']);
  expect(complete('C > max|')).toMatchObject({ from: 4, to: 7 });
});

it('offers the names that the formula defines first', () => {
  expect(names('M20 := MA(C, 20);\nC > m|')).toEqual(['M20', 'MA', 'MAX', 'MACD.DIF']);
});

it('lets Enter be Enter where the word is a name already', () => {
  expect(complete('C|')).toMatchObject({ isComplete: true });
  expect(complete('MA|')).toMatchObject({ isComplete: true });
  expect(complete('CR|')).toMatchObject({ isComplete: false });
});

it('writes a function with its parentheses, the caret between them', () => {
  expect(complete('CRO|')?.choices[0]).toMatchObject({ inserted: 'CROSS()', caretBack: 1 });
  expect(complete('CLO|')?.choices[0]).toMatchObject({ inserted: 'CLOSE', caretBack: 0 });
});

it.each(['|', 'C > |', 'XYZ|', '{about ma|', 'M|A(C, 5)', '12|'])('offers nothing at %s', (marked) => {
  expect(complete(marked)).toBeUndefined();
});
