import { readFileSync } from 'node:fs';
import { calendarDayOf } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import { describeWithSharedData, sharedDataPath } from '../support/inputs/shared-data';

describeWithSharedData('the published calendar', () => {
  it('has exactly the open days of the exchange', () => {
    const [, ...days] = readFileSync(sharedDataPath('sse_trading_days.csv'), 'utf8').trim().split(/\r?\n/);
    const calendar = TradingCalendar.published();
    expect(days).toHaveLength(2916);
    expect(calendar.openDaysBetween(calendarDayOf('2015-01-01'), calendar.knownThrough)).toEqual(days);
    expect([calendar.knownFrom, calendar.knownThrough].map(String)).toEqual(['2012-01-01', '2026-12-31']);
    expect(calendar.isKnown(calendarDayOf('2026-12-31'))).toBe(true);
  });

  it('has, before the days that the exchange lists, those on which stocks traded', () => {
    const traded = new Set<string>();
    for (const code of ['600000', '600085', '600519', '600690', '600887']) {
      const rows = readFileSync(sharedDataPath(`tushare_samples/daily_${code}.SH.csv`), 'utf8').matchAll(
        /,(20\d{6}),/g,
      );
      for (const [, day = ''] of rows) traded.add(day.replace(/^(....)(..)(..)$/, '$1-$2-$3'));
    }
    const through = calendarDayOf('2014-12-31');
    expect([...traded].filter((day) => day <= through).sort()).toEqual(
      TradingCalendar.published().openDaysBetween(calendarDayOf('2012-01-01'), through),
    );
  });
});
