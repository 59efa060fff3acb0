import { freeDays, freeWeeks, missingDays, missingWeeks } from './record-days';

/** Monday to Friday of two weeks, up to Thursday of the second. */
const DAYS = ['02', '03', '04', '05', '06', '09', '10', '11', '12'].map((day) => ({
  tradeDate: `2026-11-${day}`,
}));
const WEEKS = [
  { tradeDate: '2026-11-05', weekEndDate: '2026-11-06' },
  { tradeDate: '2026-11-12', weekEndDate: '2026-11-13' },
];
const AT = { entryDate: '2026-11-05', today: '2026-11-13', tradingToday: true };

describe('days that may get a record', () => {
  it('are those with a bar since the entry and without a record, and today, newest first', () => {
    expect(freeDays(DAYS, ['2026-11-11', '2026-11-09'], AT)).toEqual([
      '2026-11-13',
      '2026-11-12',
      '2026-11-10',
      '2026-11-06',
      '2026-11-05',
    ]);
    expect(freeDays(DAYS, [], { ...AT, entryDate: '2026-11-12', tradingToday: false })).toEqual(['2026-11-12']);
  });

  it('count as missed only among the last ten bars, and not before there is a bar', () => {
    const entryDate = '2026-10-01';
    const early = Array.from({ length: 9 }, (_, day) => ({ tradeDate: `2026-10-${day + 11}` }));
    const missed = missingDays([...early, ...DAYS], ['2026-11-12'], { ...AT, entryDate });
    expect(missed).toHaveLength(9);
    expect(missed[0]).toBe('2026-11-11');
    expect(missed.at(-1)).toBe('2026-10-19');
  });
});

describe('weeks that may get a record', () => {
  it('end when the market closes, also if the stock has no later bar', () => {
    expect(freeWeeks(WEEKS, [], AT)).toEqual(['2026-11-13', '2026-11-06']);
    expect(freeWeeks(WEEKS, [], { ...AT, entryDate: '2026-11-07' })).toEqual(['2026-11-13']);
  });

  it('are occupied by a record on any day of them', () => {
    expect(freeWeeks(WEEKS, ['2026-11-05'], AT)).toEqual(['2026-11-13']);
    expect(missingWeeks(WEEKS, ['2026-11-13', '2026-11-06'], AT)).toEqual([]);
  });
});
