import fc from 'fast-check';
import { codeRanges } from './code-ranges';

const codeLists = fc
  .uniqueArray(fc.integer({ min: 0, max: 999_999 }), { maxLength: 3000 })
  .map((numbers) => numbers.map((number) => String(number).padStart(6, '0')).sort());

describe('codeRanges', () => {
  it('covers every candidate exactly once, in order, in at most eight ranges', () => {
    fc.assert(
      fc.property(codeLists, (codes) => {
        const ranges = codeRanges(codes);
        expect(ranges.length).toBeLessThanOrEqual(8);
        expect(ranges.map((range) => range.rangeNo)).toEqual(ranges.map((_, index) => index + 1));
        const covered = ranges.flatMap((range) =>
          codes.filter((code) => code >= range.firstCode && code <= range.lastCode),
        );
        expect(covered).toEqual(codes);
        expect(ranges.reduce((sum, range) => sum + range.candidates, 0)).toBe(codes.length);
      }),
      { numRuns: 50 },
    );
  });

  it('gives no range for no candidates and one for a few', () => {
    expect(codeRanges([])).toEqual([]);
    expect(codeRanges(['000001', '600000'])).toEqual([
      { rangeNo: 1, firstCode: '000001', lastCode: '600000', candidates: 2 },
    ]);
  });

  it('uses eight ranges of equal size for a whole market', () => {
    const codes = Array.from({ length: 5400 }, (_, index) => String(index).padStart(6, '0'));
    expect(codeRanges(codes).map((range) => range.candidates)).toEqual(Array(8).fill(675));
  });
});
