import type { CalendarDay } from '#lib/kernel';
import type { MarketChange } from './question';

/** The market over some days: lists of one length, oldest first. */
export interface MarketLevels {
  days: CalendarDay[];
  /** Percent: the median change of all stocks that day. */
  medianChangesPct: number[];
  /** An index of those changes, 100 before the first of the days. */
  levels: number[];
}

const START = 100;
const DIGITS = 1e4;

/**
 * Chains the market's changes to an index: level(d) = 100 × Π (1 + median change / 100) of the days up to d. A stock's strength
 * compared with the market is its adjusted close over the level of the day, as `relativeStrength` has it between two days.
 */
export function chainChanges(changes: readonly MarketChange[]): MarketLevels {
  let level = START;
  return {
    days: changes.map(({ tradeDate }) => tradeDate),
    medianChangesPct: changes.map(({ medianChangePct }) => medianChangePct),
    levels: changes.map(({ medianChangePct }) => {
      level *= 1 + medianChangePct / 100;
      return Math.round(level * DIGITS) / DIGITS;
    }),
  };
}
