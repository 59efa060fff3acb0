import { compareScans } from './compare-scans';
import type { Hit, Scan } from './hit-list';

const scan = {
  status: 'completed',
  startDate: '2026-10-19',
  endDate: '2026-11-20',
  circMktMinYi: 100,
  circMktMaxYi: 500,
  options: {
    volumeBasis: 'raw',
    excludeLocked: false,
    excludeSt: false,
    minPriorBars: 0,
    capTolerancePct: 0,
    skipClosedDays: 0,
  },
} as Scan;

const hit = (code: string, changes: Partial<Hit> = {}) =>
  ({
    code,
    entryDate: '2026-11-09',
    circulatingMarketCapYi: 200,
    isSt: true,
    priorBars: 200,
    entryLock: 'limit_down',
    hitAdjusted: false,
    ...changes,
  }) as Hit;

const reason = (changes: Partial<Hit>, options: Partial<Scan['options']> = {}, of: Partial<Scan> = {}) =>
  compareScans({ ...scan, ...of, options: { ...scan.options, ...options } }, [], [hit('a', changes)]).lost[0]?.reason;

describe('compareScans', () => {
  it('reports what is new, what is lost, and how many are in both', () => {
    const compared = compareScans(scan, [hit('a'), hit('b'), hit('c')], [hit('b'), hit('d')]);
    expect(compared.added.map(({ code }) => code)).toEqual(['a', 'c']);
    expect(compared.lost.map(({ hit: { code } }) => code)).toEqual(['d']);
    expect(compared.kept).toBe(1);
  });

  it('reports why a hit is lost if this scan has other settings', () => {
    expect(reason({ circulatingMarketCapYi: 99.9 })).toBe('capBelow');
    expect(reason({ circulatingMarketCapYi: 500.1 })).toBe('capAbove');
    expect(reason({ entryDate: '2026-10-16' })).toBe('outsideRange');
    expect(reason({ entryDate: '2026-11-23' })).toBe('outsideRange');
    expect(reason({}, { excludeSt: true })).toBe('wasSt');
    expect(reason({}, { minPriorBars: 240 })).toBe('fewBars');
    expect(reason({}, { excludeLocked: true })).toBe('locked');
    expect(reason({}, { volumeBasis: 'shares_adjusted' })).toBe('adjusted');
    expect(reason({}, {}, { status: 'cancelled' })).toBe('unfinished');
    expect(reason({})).toBe('unknown');
  });
});
