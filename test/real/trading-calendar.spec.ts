import { readFileSync } from 'node:fs';
import { calendarDayOf } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import { describeWithSharedData, sharedDataPath } from '../support/shared-data';

describeWithSharedData('the published calendar', () => {
  it('has exactly the open days of the exchange', () => {
    const [, ...days] = readFileSync(sharedDataPath('sse_trading_days.csv'), 'utf8').trim().split(/\r?\n/);
    const calendar = TradingCalendar.published();
    expect(days).toHaveLength(2916);
    expect(calendar.openDaysBetween(calendar.knownFrom, calendar.knownThrough)).toEqual(days);
    expect([calendar.knownFrom, calendar.knownThrough].map(String)).toEqual(['2015-01-01', '2026-12-31']);
    expect(calendar.isKnown(calendarDayOf('2026-12-31'))).toBe(true);
  });
});
