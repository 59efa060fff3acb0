import { quantile } from '#lib/kernel';
import type { StockBars } from '../domain/stock-bars';
import { isLocked, trueRange } from './bar-shape';
import { valueAt } from './value-at';

/** Where more than half of the bars are locked there is no market to measure by. */
const BARS_PER_UNLOCKED = 2;

/** Bars before a bar that {@link averageTrueRange} may read. */
export function barsOfTrueRange(bars: number): number {
  return bars * BARS_PER_UNLOCKED + 1;
}

/** Bars before a bar that {@link usualVolume} may read. */
export function barsOfVolume(bars: number): number {
  return bars * BARS_PER_UNLOCKED;
}

/** Yuan: mean true range of the unlocked bars before a bar (ATR); NaN where there are too few. */
export function averageTrueRange(bars: StockBars, at: number, count: number): number {
  // The first bar has no true range.
  const first = Math.max(1, at - count * BARS_PER_UNLOCKED);
  let sum = 0;
  let found = 0;
  for (let each = at - 1; each >= first; each -= 1) {
    if (isLocked(bars, each)) continue;
    sum += trueRange(bars, each);
    found += 1;
    if (found === count) return sum / count;
  }
  return NaN;
}

/** Shares: median volume of the unlocked bars before a bar; NaN where there are too few. */
export function usualVolume(bars: StockBars, at: number, count: number): number {
  const first = Math.max(0, at - count * BARS_PER_UNLOCKED);
  const volumes = new Float64Array(count);
  let found = 0;
  for (let each = at - 1; each >= first && found < count; each -= 1) {
    if (isLocked(bars, each)) continue;
    volumes[found] = valueAt(bars.volume, each);
    found += 1;
  }
  return found === count ? quantile(volumes, 0.5) : NaN;
}
