import { calendarDayOf } from '#lib/kernel';
import { chainChanges } from './market-level';

it('the level of a day is the product of the changes up to it, from 100', () => {
  const changes = [
    { tradeDate: calendarDayOf('2025-12-17'), medianChangePct: 10 },
    { tradeDate: calendarDayOf('2025-12-18'), medianChangePct: -10 },
    { tradeDate: calendarDayOf('2025-12-19'), medianChangePct: 0.5 },
  ];
  expect(chainChanges(changes)).toEqual({
    days: ['2025-12-17', '2025-12-18', '2025-12-19'],
    medianChangesPct: [10, -10, 0.5],
    levels: [110, 99, 99.495],
  });
});
