import { calendarDayOf } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import { replayDays } from './replay-plan';

const calendar = TradingCalendar.published();
const range = { from: calendarDayOf('2025-09-22'), to: calendarDayOf('2025-10-17') };

describe('the days of a replay', () => {
  it('are the open days, or every so many of them', () => {
    const days = replayDays({ ...range, kind: 'daily', every: 1 }, calendar);
    expect([days[0], days.at(-1), days.length]).toEqual(['2025-09-22', '2025-10-17', 14]);
    expect(replayDays({ ...range, kind: 'daily', every: 5 }, calendar)).toEqual([
      '2025-09-22',
      '2025-09-29',
      '2025-10-14',
    ]);
  });

  it('are the last open days of weeks, also of one that a holiday cuts', () => {
    expect(replayDays({ ...range, kind: 'weekly', every: 1 }, calendar)).toEqual([
      '2025-09-26',
      '2025-09-30',
      '2025-10-10',
      '2025-10-17',
    ]);
  });
});
