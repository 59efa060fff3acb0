import fc from 'fast-check';
import { parseDigits } from './amount';
import { detectDecimalMark } from './decimal-mark';

const cents = fc.integer({ min: 0, max: 2_000_000_000 });

describe('numbers as languages write them', () => {
  it.each([
    ['de-DE', 'comma'],
    ['es-ES', 'comma'],
    ['fr-FR', 'comma'],
    ['en-US', 'point'],
    ['ja-JP', 'point'],
    ['zh-CN', 'point'],
  ] as const)('reads back what %s writes', (language, decimal) => {
    const format = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    fc.assert(
      fc.property(cents, (value) => {
        const text = format.format(value / 100);
        expect(detectDecimalMark([text])).toBe(decimal);
        expect(parseDigits(text, { decimal })).toBe(value / 100);
      }),
    );
  });

  it('groups of three are thousands if a value has no decimals, for either mark', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 999_999_999 }), (value) => {
        for (const language of ['de-DE', 'en-US', 'fr-FR']) {
          const text = new Intl.NumberFormat(language).format(value);
          for (const decimal of ['point', 'comma'] as const) {
            expect(parseDigits(text, { decimal, grouped: true })).toBe(value);
          }
        }
      }),
    );
  });

  it('one group of three proves nothing, and the point wins if a file has both', () => {
    expect(detectDecimalMark(['1.234', '1,234', ''])).toBe('point');
    expect(detectDecimalMark(['0,45', '0.5'])).toBe('point');
  });
});
