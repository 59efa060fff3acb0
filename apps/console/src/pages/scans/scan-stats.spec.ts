import type { Scan } from './hit-list';
import { getCaps, getDuration, countNotLowest, getPace } from './scan-stats';

const scan = {
  startedAt: '2026-11-20T12:00:00.000Z',
  finishedAt: '2026-11-20T12:00:04.500Z',
  candidateCount: 1000,
  processedCount: 250,
  matchedCount: 10,
  persist: { created: 4, alreadyOpen: 6, excludedLimitUp: 3, skippedShortHistory: 7 },
  circMktMinYi: 0,
  circMktMaxYi: 500,
} as Scan;

describe('the stats of a scan', () => {
  it('contain its duration, and nothing while it runs', () => {
    expect(getDuration(scan)).toBe(4500);
    expect(getDuration({ ...scan, finishedAt: null })).toBeNull();
    expect(getDuration({ ...scan, startedAt: null })).toBeNull();
  });

  it('contain its pace and the remaining time, and nothing before the first stock', () => {
    const now = Date.parse('2026-11-20T12:00:05.000Z');
    expect(getPace(scan, now)).toEqual({ perSecond: 50, restMs: 15_000 });
    expect(getPace({ ...scan, processedCount: 0 }, now)).toBeNull();
    expect(getPace(scan, 0)?.restMs).toBeCloseTo(3, 9);
  });

  it('count each evaluated stock once', () => {
    expect(countNotLowest(scan)).toBe(230);
  });

  it('recognize a scan without a cap', () => {
    expect(getCaps(scan)).toEqual({ min: 0, max: 500 });
    expect(getCaps({ ...scan, circMktMaxYi: 1_000_000 })).toBeNull();
    expect(getCaps({ ...scan, circMktMinYi: 100, circMktMaxYi: 1_000_000 })).toEqual({ min: 100, max: null });
  });
});
