import { AppError, addDays, calendarDayOf, isoWeekday } from '#lib/kernel';
import { DEFAULT_SCAN_OPTIONS } from './scan-options';
import { type OpenDays, requireCapBounds, scanKey, type ScanRequest, scanWindow } from './scan-request';

/** Weekdays only: enough of a calendar to lay windows on. */
const weekdays: OpenDays = {
  countOpenDays(from, to) {
    let count = 0;
    for (let day = from; day <= to; day = addDays(day, 1)) if (isoWeekday(day) <= 5) count += 1;
    return count;
  },
  latestOpenDay(day) {
    return isoWeekday(day) <= 5 ? day : addDays(day, 5 - isoWeekday(day));
  },
  openDaysBefore(day, count) {
    const days = [];
    for (let before = addDays(day, -1); days.length < count; before = addDays(before, -1)) {
      if (isoWeekday(before) <= 5) days.unshift(before);
    }
    return days;
  },
};

const range = (startDate: string, endDate: string) => ({
  startDate: calendarDayOf(startDate),
  endDate: calendarDayOf(endDate),
});

function getErrorCode(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'no error';
}

describe('scanWindow', () => {
  it('begins the prior window 360 open days before the range', () => {
    // 360 weekdays are 72 weeks.
    expect(scanWindow(weekdays, range('2025-12-01', '2025-12-07'), 60)).toEqual({
      tradingDays: 5,
      priorStart: '2024-07-15',
      medianStart: '2024-12-16',
      lastOpenDay: '2025-12-05',
    });
  });

  it('rejects a start after the end, a range without open days, and one above the limit with both numbers', () => {
    expect(getErrorCode(() => scanWindow(weekdays, range('2025-12-05', '2025-12-01'), 60))).toBe('invalid_input');
    expect(getErrorCode(() => scanWindow(weekdays, range('2025-12-06', '2025-12-07'), 60))).toBe('no_trading_days');
    expect(() => scanWindow(weekdays, range('2025-09-01', '2025-12-05'), 60)).toThrow(
      expect.objectContaining({ code: 'range_too_long', details: { tradingDays: 70, maxTradingDays: 60 } }) as Error,
    );
  });

  it('allows exactly the limit', () => {
    expect(scanWindow(weekdays, range('2025-09-15', '2025-12-05'), 60).tradingDays).toBe(60);
  });
});

describe('requireCapBounds', () => {
  it('rejects bounds the wrong way round and allows equal ones', () => {
    expect(getErrorCode(() => requireCapBounds({ circMktMinYi: 500, circMktMaxYi: 100 }))).toBe('invalid_input');
    expect(getErrorCode(() => requireCapBounds({ circMktMinYi: 100, circMktMaxYi: 100 }))).toBe('no error');
  });
});

describe('scanKey', () => {
  const request: ScanRequest = {
    ...range('2025-12-01', '2025-12-31'),
    circMktMinYi: 100,
    circMktMaxYi: 500,
    options: DEFAULT_SCAN_OPTIONS,
  };

  it('is the same for equal requests and another one after a change of any field', () => {
    const keys = [
      request,
      { ...request, startDate: calendarDayOf('2025-12-02') },
      { ...request, endDate: calendarDayOf('2025-12-30') },
      { ...request, circMktMinYi: 101 },
      { ...request, circMktMaxYi: 501 },
      { ...request, options: { ...DEFAULT_SCAN_OPTIONS, excludeSt: true } },
    ].map(scanKey);
    expect(new Set(keys).size).toBe(keys.length);
    expect(scanKey({ ...request, options: { ...DEFAULT_SCAN_OPTIONS } })).toBe(scanKey(request));
  });
});
