import fc from 'fast-check';
import { numberOf } from './amount';
import { decimalMarkOf } from './decimal-mark';

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
        expect(decimalMarkOf([text])).toBe(decimal);
        expect(numberOf(text, { decimal })).toBe(value / 100);
      }),
    );
  });

  it('takes groups of three for thousands where a value has no decimals, whatever the mark', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 999_999_999 }), (value) => {
        for (const language of ['de-DE', 'en-US', 'fr-FR']) {
          const text = new Intl.NumberFormat(language).format(value);
          for (const decimal of ['point', 'comma'] as const) {
            expect(numberOf(text, { decimal, grouped: true })).toBe(value);
          }
        }
      }),
    );
  });

  it('proves nothing by one group of three, and prefers the point where a file has both', () => {
    expect(decimalMarkOf(['1.234', '1,234', ''])).toBe('point');
    expect(decimalMarkOf(['0,45', '0.5'])).toBe('point');
  });
});
