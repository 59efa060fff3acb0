import type { StockBars } from '../domain/stock-bars';
import { closePosition, isLocked, trueRange } from '../measures/bar-shape';
import { BOARD_SCALE } from '../measures/board-scale';
import { atLeast, atMost, under } from '../measures/slack';
import { averageTrueRange, barsOfTrueRange, barsOfVolume, usualVolume } from '../measures/unlocked-bars';
import { valueAt } from '../measures/value-at';
import { highestAt, lowestAt } from '../measures/windows';
import { type CLIMAX_PRESETS, CLIMAX_WINDOWS } from './thresholds';

export type ClimaxPreset = keyof typeof CLIMAX_PRESETS;

/** A selling climax as its own day measured it. */
export interface Climax {
  /** Position of its bar. */
  readonly at: number;
  /** Yuan. */
  readonly low: number;
  readonly atr: number;
  readonly tr: number;
  readonly volume: number;
  /** Volume over the median. */
  readonly rv: number;
  readonly clv: number;
  /** Yuan: of the 60 bars. */
  readonly highestClose: number;
}

const { extremeBars, atrBars, volumeBars } = CLIMAX_WINDOWS;

/** Bars before a bar that {@link findClimax} may read. */
export const BARS_BEFORE_CLIMAX = Math.max(extremeBars - 1, barsOfTrueRange(atrBars), barsOfVolume(volumeBars));

/** The climax on a bar, or null. What is cheap and rare is asked first. */
export function findClimax(
  bars: StockBars,
  at: number,
  { drop, trAtr, rv: leastRv, clv: leastClv }: (typeof CLIMAX_PRESETS)[ClimaxPreset],
): Climax | null {
  if (isLocked(bars, at)) return null;
  const clv = closePosition(bars, at);
  if (!atLeast(clv, leastClv)) return null;
  const low = valueAt(bars.low, at);
  if (!under(low, lowestAt(bars.low, at - 1, extremeBars - 1))) return null;
  const highestClose = highestAt(bars.close, at, extremeBars);
  if (!atMost(valueAt(bars.close, at), (1 - drop * BOARD_SCALE[bars.board]) * highestClose)) return null;
  const tr = trueRange(bars, at);
  const atr = averageTrueRange(bars, at, atrBars);
  if (!(atr > 0) || !atLeast(tr, trAtr * atr)) return null;
  const volume = valueAt(bars.volume, at);
  const rv = volume / usualVolume(bars, at, volumeBars);
  return Number.isFinite(rv) && atLeast(rv, leastRv) ? { at, low, atr, tr, volume, rv, clv, highestClose } : null;
}
