import { calendarDayOf } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import { thinDays } from './thin-days';

const DAYS = TradingCalendar.published().openDaysBetween(calendarDayOf('2024-01-02'), calendarDayOf('2024-02-08'));
const market = (usual: number, others: Record<string, number> = {}) =>
  DAYS.map((day) => ({ day, bars: others[day] ?? usual }));

it('thin days have less than 95 % of what the days around them have', () => {
  expect(thinDays(market(1000, { '2024-01-10': 949, '2024-01-11': 950, '2024-01-12': 1 }))).toEqual([
    '2024-01-10',
    '2024-01-12',
  ]);
});

it('a growing market has no thin days', () => {
  expect(thinDays(DAYS.map((day, index) => ({ day, bars: 1000 + index })))).toEqual([]);
});

it('a market of a few stocks has no thin days', () => {
  expect(thinDays(market(19, { '2024-01-10': 1 }))).toEqual([]);
});
