import type { CalendarDay } from '#lib/kernel';
import type { Board, DayFacts } from '#lib/market-data';
import { closedAtLimitUp, findLimitUp, findLock } from '#lib/market-data/domain';

export const DEFAULT_LOOKBACK_DAYS = 60;
export const MIN_LOOKBACK_DAYS = 5;
export const MAX_LOOKBACK_DAYS = 360;

/** A day of the look-back with its volume in shares. */
export interface LookbackDay extends DayFacts {
  volume: number;
}

// Type aliases, not interfaces: only they are assignable to JsonValue.
export const EXCLUDED_DAY_REASONS = ['one_price', 'limit_up'] as const;
export type ExcludedDay = { tradeDate: CalendarDay; reason: (typeof EXCLUDED_DAY_REASONS)[number] };

export type EntryChoice = {
  /** Null where every day was left out, or there was none. */
  entry: { tradeDate: CalendarDay; close: number; volume: number } | null;
  /** Oldest first. */
  excludedDays: ExcludedDay[];
};

/**
 * The day of the lowest volume, the latest on a tie. One-price days and closes at limit-up are left out: tiny volume there is
 * a locked door, not a lack of supply.
 * @param days One stock's valid days, oldest first.
 */
export function chooseEntry(board: Board, days: readonly LookbackDay[]): EntryChoice {
  const excludedDays: ExcludedDay[] = [];
  let entry: LookbackDay | null = null;
  for (const day of days) {
    const reason = reasonAgainst(board, day);
    if (reason !== undefined) excludedDays.push({ tradeDate: day.tradeDate, reason });
    else if (entry === null || day.volume <= entry.volume) entry = day;
  }
  return {
    entry: entry === null ? null : { tradeDate: entry.tradeDate, close: entry.close, volume: entry.volume },
    excludedDays,
  };
}

function reasonAgainst(board: Board, day: LookbackDay): ExcludedDay['reason'] | undefined {
  if (findLock(board, day) !== null) return 'one_price';
  return closedAtLimitUp(day.close, findLimitUp(board, day)) ? 'limit_up' : undefined;
}
