import fc from 'fast-check';
import { foldKeyword } from './fold-keyword';
import { findPatternGrams, shortGrams } from './short-grams';

describe('short grams', () => {
  it('short grams are rare pairs and characters that are no Latin letters', () => {
    expect(shortGrams('the qz')).toEqual(['qz']);
    expect(shortGrams('c++')).toEqual(['+', 'c+', '++']);
    expect(shortGrams('手机 壳')).toEqual(['手', '机', '手机', '壳']);
    expect(findPatternGrams('手机')).toEqual(['手机']);
    expect(findPatternGrams('机')).toEqual(['机']);
    expect(findPatternGrams('th')).toEqual([]);
    expect(findPatternGrams('long pattern')).toEqual([]);
  });

  it('the grams of a pattern are among those of every text that contains it: a search by them loses nothing', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'q', 'z', '1', ' ', '手', '机', '+', 'é', '😀'),
      maxLength: 8,
    });
    fc.assert(
      fc.property(text, text, text, (before, pattern, after) => {
        const folded = foldKeyword(pattern);
        const whole = foldKeyword(`${before}${folded}${after}`);
        if (!whole.includes(folded)) return;
        const grams = shortGrams(whole);
        expect(findPatternGrams(folded).filter((gram) => !grams.includes(gram))).toEqual([]);
      }),
    );
  });
});
