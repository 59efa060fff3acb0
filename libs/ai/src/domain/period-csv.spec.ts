import fc from 'fast-check';
import { addDays, type CalendarDay, calendarDayOf, mondayOf } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import { type PeriodBar, periodCsv } from './period-csv';

const calendar = TradingCalendar.published();

function bar(day: CalendarDay, price: number, more: Partial<PeriodBar> = {}): PeriodBar {
  return {
    tradeDate: day,
    adjOpen: price,
    adjHigh: price + 0.5,
    adjLow: price - 0.5,
    adjClose: price,
    adjVolume: 1000,
    amount: 1000 * price,
    turnoverPct: 0.5,
    ...more,
  };
}

/** A price that rises by a fen a day from 10 yuan. */
function rising(from: string, to: string): PeriodBar[] {
  return calendar
    .openDaysBetween(calendarDayOf(from), calendarDayOf(to))
    .map((day, index) => bar(day, (1000 + index) / 100));
}

describe('the CSV of a weekly fill', () => {
  // The last week by hand: mean volume 1375 over 1255.5 (242 bars, 1135 to 1376); range 10.85 to 14.26, close 13.76.
  it('has four months and eight weeks, the running ones up to the last bar', () => {
    const bars = rising('2024-06-03', '2025-12-17').map((one, index) => ({ ...one, adjVolume: 1000 + index }));
    const { csvText, weekEnds } = periodCsv(bars, calendar, calendarDayOf('2025-12-17'));
    expect(csvText).toBe(
      [
        'period_type,period_end,open,high,low,close,volume,amount,turnover_pct,change_pct,bars,is_partial,vol_ratio_52w,pos_52w,drawdown_52w_pct',
        'month,2025-09-30,13.05,13.76,12.55,13.26,28941,289410,11,1.69,22,false,1.0922,0.8542,-3.63',
        'month,2025-10-31,13.27,13.93,12.77,13.43,22695,226950,8.5,1.28,17,false,1.092,0.8534,-3.59',
        'month,2025-11-28,13.44,14.13,12.94,13.63,27070,270700,10,1.49,20,false,1.0893,0.8534,-3.54',
        'month,2025-12-17,13.64,14.26,13.14,13.76,17810,178100,6.5,0.95,13,true,1.0912,0.8534,-3.51',
        'week,2025-10-31,13.39,13.93,12.89,13.43,6705,67050,2.5,0.37,5,false,1.0969,0.8534,-3.59',
        'week,2025-11-07,13.44,13.98,12.94,13.48,6730,67300,2.5,0.37,5,false,1.0965,0.8534,-3.58',
        'week,2025-11-14,13.49,14.03,12.99,13.53,6755,67550,2.5,0.37,5,false,1.0961,0.8534,-3.56',
        'week,2025-11-21,13.54,14.08,13.04,13.58,6780,67800,2.5,0.37,5,false,1.0958,0.8534,-3.55',
        'week,2025-11-28,13.59,14.13,13.09,13.63,6805,68050,2.5,0.37,5,false,1.0954,0.8534,-3.54',
        'week,2025-12-05,13.64,14.18,13.14,13.68,6830,68300,2.5,0.37,5,false,1.095,0.8534,-3.53',
        'week,2025-12-12,13.69,14.23,13.19,13.73,6855,68550,2.5,0.37,5,false,1.0946,0.8534,-3.51',
        'week,2025-12-17,13.74,14.26,13.24,13.76,4125,41250,1.5,0.22,3,true,1.0952,0.8534,-3.51',
        '',
      ].join('\n'),
    );
    expect(weekEnds.at(-1)).toBe('2025-12-19');
  });

  it('ends a week before a holiday on its last open day, also for a stock that did not trade then', () => {
    // 2025-10-01 to 10-08 were closed; this stock's last bar before is that of Monday, 09-29.
    const bars = rising('2025-08-01', '2025-10-17').filter(({ tradeDate }) => tradeDate !== '2025-09-30');
    const { rows, weekEnds } = periodCsv(bars, calendar, calendarDayOf('2025-10-17'));
    expect(weekEnds.slice(-3)).toEqual(['2025-09-30', '2025-10-10', '2025-10-17']);
    const week = rows.find((row) => row.period_type === 'week' && row.period_end === '2025-09-30');
    expect(week).toMatchObject({ bars: 1, is_partial: false });
    expect(rows.find((row) => row.period_type === 'month' && row.period_end === '2025-09-30')).toMatchObject({
      is_partial: false,
    });
  });

  it('leaves out weeks and months without a bar', () => {
    const bars = rising('2025-01-02', '2025-12-19').filter(
      ({ tradeDate }) => tradeDate < '2025-04-16' || tradeDate >= '2025-12-08',
    );
    const { rows, weekEnds } = periodCsv(bars, calendar, calendarDayOf('2025-12-19'));
    expect(rows.filter((row) => row.period_type === 'month').map((row) => row.period_end)).toEqual([
      '2025-02-28',
      '2025-03-31',
      '2025-04-30',
      '2025-12-19',
    ]);
    expect(weekEnds.slice(-3)).toEqual(['2025-04-18', '2025-12-12', '2025-12-19']);
  });

  it('leaves unknown values empty', () => {
    const bars = rising('2025-11-03', '2025-12-19').map((one, index) => (index === 0 ? { ...one, amount: null } : one));
    const { rows, csvText } = periodCsv(bars, calendar, calendarDayOf('2025-12-19'));
    expect(rows[0]).toMatchObject({ amount: null, change_pct: null, vol_ratio_52w: null, pos_52w: null });
    expect(csvText.split('\n')[1]).toMatch(/^month,2025-11-28,10,[^,]+,9\.5,[^,]+,20000,,10,,20,false,,,$/);
  });

  it('is empty for a stock without bars', () => {
    expect(periodCsv([], calendar, calendarDayOf('2025-12-19'))).toMatchObject({ rows: [], weekEnds: [] });
  });

  const openDays = calendar.openDaysBetween(calendarDayOf('2023-06-01'), calendarDayOf('2025-12-31'));
  const histories = fc
    .record({
      start: fc.integer({ min: 0, max: openDays.length - 1 }),
      prices: fc.array(fc.integer({ min: 100, max: 9999 }), { minLength: 1, maxLength: 500 }),
      suspended: fc.array(fc.nat(499), { maxLength: 120 }),
    })
    .map(({ start, prices, suspended }) => {
      const gone = new Set(suspended);
      return openDays
        .slice(start, start + prices.length)
        .flatMap((day, index) => (gone.has(index) ? [] : [bar(day, (prices[index] ?? 100) / 100)]));
    });

  it('adds up, whatever the history', () => {
    fc.assert(
      fc.property(histories, fc.nat(10), (bars, later) => {
        const last = bars.at(-1)?.tradeDate ?? calendarDayOf('2025-12-31');
        const through = addDays(last, later);
        const { rows, weekEnds, csvText } = periodCsv(bars, calendar, through);
        expect(csvText.split('\n')).toHaveLength(rows.length + 2);
        for (const [type, most] of [
          ['month', 4],
          ['week', 8],
        ] as const) {
          const own = rows.filter((row) => row.period_type === type);
          expect(own.length).toBeLessThanOrEqual(most);
          const counted = own.reduce((sum, row) => sum + row.bars, 0);
          const covered = bars.slice(bars.length - counted);
          expect(own.reduce((sum, row) => sum + row.volume, 0)).toBe(covered.length * 1000);
          expect(Math.max(...own.map((row) => row.high))).toBeCloseTo(Math.max(...covered.map((b) => b.adjHigh)), 2);
          expect(own.slice(0, -1).every((row) => !row.is_partial)).toBe(true);
          expect(own.map((row) => row.period_end)).toEqual(own.map((row) => row.period_end).toSorted());
          expect(own.at(-1)?.close).toBe(bars.at(-1)?.adjClose);
        }
        for (const row of rows) {
          expect(row.low).toBeLessThanOrEqual(Math.min(row.open, row.close));
          expect(row.high).toBeGreaterThanOrEqual(Math.max(row.open, row.close));
          expect(row.period_end <= through || !row.is_partial).toBe(true);
          if (row.pos_52w !== null) {
            expect(row.pos_52w).toBeGreaterThanOrEqual(0);
            expect(row.pos_52w).toBeLessThanOrEqual(1);
          }
          expect(row.drawdown_52w_pct ?? 0).toBeLessThanOrEqual(0);
        }
        // Each requested week has its own Monday, and a bar.
        const mondays = weekEnds.map(mondayOf);
        expect(new Set(mondays).size).toBe(mondays.length);
        expect(mondays.every((monday) => bars.some((one) => mondayOf(one.tradeDate) === monday))).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});
