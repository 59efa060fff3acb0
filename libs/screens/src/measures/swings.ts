import { valueAt } from './value-at';

/**
 * Positions of swing lows within a stretch of bars, oldest first: lower than the `width` bars before, and not above the `width`
 * bars after, so that of equal lows the first counts. All these bars lie within the stretch.
 */
export function swingLows(low: Float64Array, first: number, last: number, width: number): number[] {
  return swings(low, first, last, width, 1);
}

/** The same of highs. */
export function swingHighs(high: Float64Array, first: number, last: number, width: number): number[] {
  return swings(high, first, last, width, -1);
}

function swings(column: Float64Array, first: number, last: number, width: number, sign: 1 | -1): number[] {
  const found: number[] = [];
  for (let at = first + width; at <= last - width; at += 1) {
    if (isSwing(column, at, width, sign)) found.push(at);
  }
  return found;
}

function isSwing(column: Float64Array, at: number, width: number, sign: 1 | -1): boolean {
  const value = sign * valueAt(column, at);
  for (let away = 1; away <= width; away += 1) {
    if (value >= sign * valueAt(column, at - away) || value > sign * valueAt(column, at + away)) return false;
  }
  return true;
}
