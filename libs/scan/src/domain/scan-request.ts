import { AppError, type CalendarDay, type ErrorDetails } from '#lib/kernel';
import { optionsKey, type ScanOptions } from './scan-options';

/** 亿: the unit in which traders give market caps, in yuan. */
export const YI = 1e8;

/** Open days before the range in which no day may have traded less. */
export const PRIOR_WINDOW_DAYS = 360;

/** Open days before the range whose median volume is a stock's usual one. */
export const MEDIAN_DAYS = 250;

export const DEFAULT_CIRC_MKT_MIN_YI = 100;
export const DEFAULT_CIRC_MKT_MAX_YI = 500;
export const MAX_CIRC_MKT_YI = 1e6;

/** The request of a scan: a range of days, inclusive bounds of the circulating market cap in 亿 yuan, and options. */
export interface ScanRequest {
  readonly startDate: CalendarDay;
  readonly endDate: CalendarDay;
  readonly circMktMinYi: number;
  readonly circMktMaxYi: number;
  readonly options: ScanOptions;
}

/** The same for two equal requests: the key of equal scans, batches and cached plans. */
export function scanKey(request: ScanRequest): string {
  const { startDate, endDate, circMktMinYi, circMktMaxYi, options } = request;
  return [startDate, endDate, circMktMinYi, circMktMaxYi, optionsKey(options)].join('|');
}

/** The days that a scan reads, by the trading calendar. */
export interface ScanWindow {
  /** Open days in the range. */
  readonly tradingDays: number;
  /** First day of the prior window, the 360th open day before the range. */
  readonly priorStart: CalendarDay;
  /** First of the 250 open days before the range. */
  readonly medianStart: CalendarDay;
  /** Last open day of the range. */
  readonly lastOpenDay: CalendarDay;
}

/** The part of the trading calendar that a scan needs. */
export interface OpenDays {
  /** How many days are open from `from` to `to`, both inclusive. */
  countOpenDays(from: CalendarDay, to: CalendarDay): number;
  /** The last open day at or before `day`. */
  latestOpenDay(day: CalendarDay): CalendarDay;
  /** The `count` open days before `day`, oldest first. */
  openDaysBefore(day: CalendarDay, count: number): readonly CalendarDay[];
}

/** @throws AppError 400 if the start lies after the end. */
function requireOrderedRange(range: { startDate: CalendarDay; endDate: CalendarDay }): void {
  if (range.startDate > range.endDate) {
    throw rejected('start_date', `start_date ${range.startDate} is after end_date ${range.endDate}; swap them`, {
      details: { reason: 'range_reversed', from: range.startDate, to: range.endDate },
    });
  }
}

/** @throws AppError 400 if the bounds of the market cap can't be met. */
export function requireCapBounds(bounds: { circMktMinYi: number; circMktMaxYi: number }): void {
  if (bounds.circMktMinYi > bounds.circMktMaxYi) {
    throw rejected(
      'circ_mkt_min_yi',
      `circ_mkt_min_yi ${bounds.circMktMinYi} is above circ_mkt_max_yi ${bounds.circMktMaxYi}; swap them`,
      { details: { reason: 'caps_reversed', least: bounds.circMktMinYi, most: bounds.circMktMaxYi } },
    );
  }
}

/**
 * Lays a scan's windows on the calendar.
 * @throws AppError 400 for a range without an open day (`no_trading_days`) or with more than `maxTradingDays`
 * (`range_too_long`; its details contain both numbers).
 */
export function scanWindow(
  calendar: OpenDays,
  range: { startDate: CalendarDay; endDate: CalendarDay },
  maxTradingDays: number,
): ScanWindow {
  requireOrderedRange(range);
  const tradingDays = calendar.countOpenDays(range.startDate, range.endDate);
  if (tradingDays === 0) {
    throw rejected('end_date', `there is no trading day from ${range.startDate} to ${range.endDate}`, {
      code: 'no_trading_days',
      details: { from: range.startDate, to: range.endDate },
    });
  }
  if (tradingDays > maxTradingDays) {
    throw new AppError(
      'invalid',
      'range_too_long',
      `the range has ${tradingDays} trading days, at most ${maxTradingDays} are allowed; choose a shorter one`,
      {
        fields: [{ field: 'end_date', message: `${tradingDays} trading days, at most ${maxTradingDays}` }],
        details: { tradingDays, maxTradingDays },
      },
    );
  }
  const before = calendar.openDaysBefore(range.startDate, PRIOR_WINDOW_DAYS);
  const [priorStart] = before;
  const medianStart = before.at(-MEDIAN_DAYS);
  if (priorStart === undefined || medianStart === undefined) {
    throw rejected('start_date', `${range.startDate} has no ${PRIOR_WINDOW_DAYS} trading days before it`, {
      details: { reason: 'too_few_days_before', from: range.startDate, tradingDays: PRIOR_WINDOW_DAYS },
    });
  }
  return { tradingDays, priorStart, medianStart, lastOpenDay: calendar.latestOpenDay(range.endDate) };
}

function rejected(
  field: string,
  message: string,
  { code, details }: { code?: string; details: ErrorDetails },
): AppError {
  return AppError.invalid(message, [{ field, message }], code, details);
}
