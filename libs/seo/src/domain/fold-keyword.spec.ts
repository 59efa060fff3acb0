import fc from 'fast-check';
import { foldKeyword } from './fold-keyword';

const text = fc.string({ unit: 'grapheme', maxLength: 30 });

describe('foldKeyword', () => {
  it.each([
    ['  Running Shoes ', 'running shoes'],
    ['STRASSE', 'strasse'],
    ['Straße', 'strasse'],
    ['GROẞ', 'gross'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδος', 'οδοσ'],
    ['İstanbul', 'i̇stanbul'],
    ['ısı', 'ısı'],
    ['ﬁn', 'fin'],
    ['Cafe\u0301', 'café'],
    ['跑步鞋', '跑步鞋'],
  ])('%j is %j', (given, expected) => {
    expect(foldKeyword(given)).toBe(expected);
  });

  it('a folded keyword stays as it is, and case makes no difference', () => {
    fc.assert(
      fc.property(text, (given) => {
        const folded = foldKeyword(given);
        expect(foldKeyword(folded)).toBe(folded);
        expect(foldKeyword(given.toLowerCase())).toBe(folded);
        if (!given.includes('ı')) expect(foldKeyword(given.toUpperCase())).toBe(folded);
        expect(foldKeyword(` ${given}\t`)).toBe(folded);
      }),
    );
  });
});
