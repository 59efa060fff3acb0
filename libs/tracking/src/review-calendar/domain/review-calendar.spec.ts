import { calendarDayOf } from '#lib/kernel';
import { type PlannedReview, writeReviewCalendar } from './review-calendar';

const REVIEW: PlannedReview = {
  ...{ sessionId: 12, code: '600519', stockName: '贵州茅台', phase: 'markup', priority: 30, version: 4 },
  reviewOn: calendarDayOf('2026-03-04'),
  entryDate: calendarDayOf('2026-02-02'),
  updatedAt: new Date('2026-03-01T07:08:09.123Z'),
};

it('writes an all-day event for a review', () => {
  expect(writeReviewCalendar([REVIEW], 'https://cycle.example').split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Stock Cycle//Reviews//ZH',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'NAME:Stock Cycle 复盘',
    'X-WR-CALNAME:Stock Cycle 复盘',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    'BEGIN:VEVENT',
    'UID:session-12-review@stock-cycle',
    'DTSTAMP:20260301T070809Z',
    'LAST-MODIFIED:20260301T070809Z',
    'SEQUENCE:4',
    'DTSTART;VALUE=DATE:20260304',
    'SUMMARY:复盘 600519 贵州茅台',
    String.raw`DESCRIPTION:阶段：拉升\n优先级：30\n入场日：2026-02-02\nhttps:`,
    ' //cycle.example/sessions/12',
    'URL:https://cycle.example/sessions/12',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

it('writes a session without a name, a phase or a public address', () => {
  const file = writeReviewCalendar([{ ...REVIEW, stockName: null, phase: null }], undefined);
  expect(file).toContain('SUMMARY:复盘 600519\r\n');
  expect(file).toContain(String.raw`DESCRIPTION:阶段：无\n优先级：30\n入场日：2026-02-02`);
  expect(file).not.toContain('URL:');
});

it('is a calendar also without a review', () => {
  expect(writeReviewCalendar([], undefined)).toMatch(/^BEGIN:VCALENDAR\r\n[^]*PT1H\r\nEND:VCALENDAR\r\n$/);
});
