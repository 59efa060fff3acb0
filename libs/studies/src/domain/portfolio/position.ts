import { HALF_FEN } from '#lib/outcomes/domain';
import { toFen } from './order-costs';
import type { ExitRule, PortfolioBars } from './portfolio-input';

/** Why a position was sold. */
export const EXIT_REASONS = ['days', 'stop', 'take', 'trail', 'delisted'] as const;
export type ExitReason = (typeof EXIT_REASONS)[number];

/** What is held of a stock. Money in fen. */
export interface Position {
  readonly stock: number;
  readonly isDelisted: boolean;
  readonly bars: PortfolioBars;
  /** Position of its newest bar. */
  at: number;
  /** Number within the span. */
  readonly entryDay: number;
  /** Yuan, as traded and adjusted. */
  readonly entryPrice: number;
  readonly entryAdjusted: number;
  readonly shares: number;
  readonly entryFactor: number;
  readonly paid: number;
  readonly costs: number;
  /** At the last close. */
  value: number;
  /** Yuan, adjusted: the highest close, or the purchase's price. */
  peak: number;
  /** Decided on an evening, not yet done. */
  leaving: ExitReason | null;
}

/** So that a close of exactly 8 % less is a stop of 8 %. */
const TOLERANCE = 1e-9;

/** Fen of a position at a traded price of its newest bar: of as many shares as dividends and bonus shares made of it since. */
export function valuePosition({ shares, bars, at, entryFactor }: Position, price: number): number {
  return toFen(shares * ((bars.factor[at] ?? NaN) / entryFactor) * price);
}

/** Whether a bar cannot be sold at its open. */
export function opensAtLimitDown(bars: PortfolioBars, at: number): boolean {
  return (bars.tradedOpen[at] ?? NaN) <= bars.limitDownAt(at) + HALF_FEN;
}

/** Whether a stock has left the exchange before a day: what is held is paid out at its last close. */
export function lastClosePassed({ isDelisted, bars, at }: Position, openDay: number): boolean {
  return isDelisted && at === bars.count - 1 && (bars.openDay[at] ?? Infinity) < openDay;
}

/**
 * Whether a position is sold at the next open, judged on a close.
 * @param day Number within the span. @param adjusted The last close, adjusted.
 */
export function decideExit(
  { days, stopPct, takePct, trailPct }: ExitRule,
  { entryDay, entryAdjusted, peak }: Position,
  { day, adjusted }: { day: number; adjusted: number },
): ExitReason | null {
  if (stopPct !== undefined && fellTo(adjusted, entryAdjusted, stopPct)) return 'stop';
  if (trailPct !== undefined && fellTo(adjusted, peak, trailPct)) return 'trail';
  if (takePct !== undefined && adjusted / entryAdjusted >= 1 + takePct / 100 - TOLERANCE) return 'take';
  return day + 1 - entryDay >= days ? 'days' : null;
}

function fellTo(price: number, from: number, percent: number): boolean {
  return price / from <= 1 - percent / 100 + TOLERANCE;
}
