import fc from 'fast-check';
import { type Candidate, codeRanges } from './code-ranges';

const candidateLists = fc
  .array(fc.boolean(), { maxLength: 3000 })
  .map((shortHistories) =>
    shortHistories.map((shortHistory, index): Candidate => ({ code: String(index).padStart(6, '0'), shortHistory })),
  );

describe('codeRanges', () => {
  it('contains every candidate with a history exactly once, in order, and counts the others', () => {
    fc.assert(
      fc.property(candidateLists, (candidates) => {
        const ranges = codeRanges(candidates);
        const old = candidates.filter((candidate) => !candidate.shortHistory);
        expect(ranges.length).toBeLessThanOrEqual(8);
        expect(ranges.map((range) => range.rangeNo)).toEqual(ranges.map((_, index) => index + 1));
        expect(ranges.flatMap((range) => range.codes)).toEqual(old.map((candidate) => candidate.code));
        expect(ranges.reduce((sum, range) => sum + range.candidates, 0)).toBe(candidates.length);
        expect(ranges.reduce((sum, range) => sum + range.skippedShortHistory, 0)).toBe(candidates.length - old.length);
      }),
      { numRuns: 50 },
    );
  });

  it('gives no range for no candidates and one for a few', () => {
    expect(codeRanges([])).toEqual([]);
    const few = [
      { code: '000001', shortHistory: true },
      { code: '600000', shortHistory: false },
    ];
    expect(codeRanges(few)).toEqual([{ rangeNo: 1, candidates: 2, codes: ['600000'], skippedShortHistory: 1 }]);
  });

  it('uses eight ranges of equal size for a whole market', () => {
    const market = Array.from({ length: 5400 }, (_, index) => ({
      code: String(index).padStart(6, '0'),
      shortHistory: false,
    }));
    expect(codeRanges(market).map((range) => range.candidates)).toEqual(Array(8).fill(675));
  });
});
