import { calendarDayOf } from '#lib/kernel';
import { skippedReasons } from './skipped-reasons';

const days = (...dates: string[]) => dates.map((date) => calendarDayOf(date));

it('each date that is not requested has a reason', () => {
  expect(
    skippedReasons({
      entryDate: calendarDayOf('2025-12-16'),
      traded: days('2025-12-15', '2025-12-16', '2025-12-18'),
      provisional: days('2025-12-19'),
      expected: days('2025-12-15', '2025-12-16', '2025-12-17', '2025-12-18'),
      requested: days('2025-12-18'),
    }),
  ).toEqual([
    { date: '2025-12-15', reason: 'before_entry' },
    { date: '2025-12-16', reason: 'exists' },
    { date: '2025-12-17', reason: 'no_bar' },
    { date: '2025-12-19', reason: 'provisional' },
  ]);
});
