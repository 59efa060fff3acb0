import { atMost, over } from '../measures/slack';
import { swingHighs } from '../measures/swings';
import { valueAt } from '../measures/value-at';

/** A line through prices, in yuan and bars. */
interface Line {
  /** Position at which the line is at `price`. */
  readonly at: number;
  readonly price: number;
  readonly perBar: number;
}

export interface CreekRule {
  /** Bars before the break whose swing highs make the line. */
  readonly bars: number;
  readonly width: number;
  /** Of its price, a bar: how much the line may rise. */
  readonly maxSlope: number;
  /** Of its price: how far the close of the break lies over the line. */
  readonly break: number;
}

/**
 * The creek that a bar breaks: the line of least squares through the swing highs of the bars before, falling or about flat, with
 * a close well over it after one that was not. Null where there is none.
 */
export function brokenCreek(high: Float64Array, close: Float64Array, at: number, rule: CreekRule): Line | null {
  if (at < rule.bars) return null;
  const tops = swingHighs(high, at - rule.bars, at - 1, rule.width);
  if (tops.length < 2) return null;
  const line = fitLine(tops, high);
  const isBroken = (of: number) => over(valueAt(close, of), (1 + rule.break) * priceOn(line, of));
  if (!atMost(line.perBar / priceOn(line, at), rule.maxSlope)) return null;
  return isBroken(at) && !isBroken(at - 1) ? line : null;
}

/** Yuan: where a line is on a bar. */
export function priceOn({ at, price, perBar }: Line, of: number): number {
  return price + (of - at) * perBar;
}

function fitLine(positions: readonly number[], prices: Float64Array): Line {
  // Counted from the first of them, so that the same bars give the same line wherever they stand.
  const [origin = 0] = positions;
  let [meanPlace, meanPrice] = [0, 0];
  for (const position of positions) {
    meanPlace += (position - origin) / positions.length;
    meanPrice += valueAt(prices, position) / positions.length;
  }
  let [along, spread] = [0, 0];
  for (const position of positions) {
    const away = position - origin - meanPlace;
    along += away * (valueAt(prices, position) - meanPrice);
    spread += away * away;
  }
  const perBar = along / spread;
  return { at: origin, price: meanPrice - meanPlace * perBar, perBar };
}
