import fc from 'fast-check';
import { sessionSearch } from './session-search';

describe('sessionSearch', () => {
  it.each([
    ['600', { by: 'code', from: '600000', to: '600999' }],
    ['600519', { by: 'code', from: '600519', to: '600519' }],
    ['６００', { by: 'code', from: '600000', to: '600999' }],
    ['6005190', { by: 'nothing' }],
    [' 平安 ', { by: 'name', part: '平安', initials: null }],
    ['万科Ａ', { by: 'name', part: '万科A', initials: null }],
    ['6a', { by: 'name', part: '6a', initials: '6a' }],
    ['٦', { by: 'name', part: '٦', initials: null }],
    ['JXjj', { by: 'name', part: 'JXjj', initials: 'jxjj' }],
    ['', undefined],
    ['　', undefined],
  ])('parses %j', (text, expected) => {
    expect(sessionSearch(text)).toEqual(expected);
  });

  it('ranges over exactly the codes that begin with the digits', () => {
    const digits = (min: number, max: number): fc.Arbitrary<string> =>
      fc
        .array(fc.constantFrom(...'0123456789'), { minLength: min, maxLength: max })
        .map((characters) => characters.join(''));
    fc.assert(
      fc.property(digits(1, 6), digits(6, 6), digits(0, 6), (prefix, other, rest) => {
        const search = sessionSearch(prefix);
        if (search?.by !== 'code') throw new Error('digits are a code');
        for (const code of [other, (prefix + rest).padEnd(6, '5').slice(0, 6)]) {
          expect(code >= search.from && code <= search.to).toBe(code.startsWith(prefix));
        }
      }),
    );
  });
});
