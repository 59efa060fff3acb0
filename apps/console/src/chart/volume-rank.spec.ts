import fc from 'fast-check';
import type { Bar } from './bar';
import { volumeRank } from './volume-rank';

const bars = (volumes: readonly number[]): Bar[] =>
  volumes.map((volume, index) => ({
    ...{ tradeDate: String(index), firstDate: String(index), open: 1, high: 1, low: 1, close: 1, volume },
    ...{ amount: null, turnoverPct: null, bars: 1, isPartial: false, isProvisional: false, closedAtLimit: null },
  }));

describe('the rank of a volume', () => {
  it('counts the lower ones among the last bars', () => {
    expect(volumeRank(bars([5, 1, 9, 3]), 3, 243)).toEqual({ rank: 2, of: 4 });
    expect(volumeRank(bars([5, 1, 9, 3]), 3, 2)).toEqual({ rank: 1, of: 2 });
    expect(volumeRank(bars([4, 4, 4]), 1, 243)).toEqual({ rank: 1, of: 2 });
    expect(volumeRank([], 0, 243)).toBeNull();
  });

  it('is none for a week that is not over, and for a day that is not final', () => {
    const weeks = bars([500, 400, 90]);
    const unfinished = (changes: Partial<Bar>) => weeks.map((bar, at) => (at === 2 ? { ...bar, ...changes } : bar));
    expect(volumeRank(unfinished({ isPartial: true }), 2, 52)).toBeNull();
    expect(volumeRank(unfinished({ isProvisional: true }), 2, 52)).toBeNull();
    expect(volumeRank(weeks, 2, 52)).toEqual({ rank: 1, of: 3 });
  });

  it('equals the position after sorting', () => {
    const volumes = fc.array(fc.nat(50), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(volumes, fc.nat(), fc.integer({ min: 1, max: 30 }), (values, at, count) => {
        const index = at % values.length;
        const window = values.slice(Math.max(0, index - count + 1), index + 1);
        const sorted = [...window].sort((a, b) => a - b);
        expect(volumeRank(bars(values), index, count)).toEqual({
          rank: sorted.indexOf(values[index] ?? -1) + 1,
          of: window.length,
        });
      }),
    );
  });
});
