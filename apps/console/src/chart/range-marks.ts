import { type Bar, firstFrom } from './bar';
import type { ChartRange } from './evidenced-ranges';
import type { RangeMark } from './scene';

/** Ranges over the bars that they cover, on the chart's scale; none whose scale isn't known, or that has no bar. */
export function rangeMarks(
  bars: readonly Bar[],
  ranges: readonly ChartRange[],
  scaleOf: (asOf: string) => number | undefined,
): RangeMark[] {
  return ranges.flatMap(({ from, to, support, resistance, side, origin, asOf }): RangeMark[] => {
    const scale = scaleOf(asOf);
    const first = firstFrom(bars, from);
    const last = to === null ? bars.length - 1 : lastIn(bars, to);
    if (scale === undefined || first > last) return [];
    const prices = { support: support * scale, resistance: resistance * scale };
    return [{ from: first, to: last, ...prices, side, origin, lasts: to === null }];
  });
}

/** The last bar that begins on the day or before. */
function lastIn(bars: readonly Bar[], day: string): number {
  const next = firstFrom(bars, day);
  const found = bars[next];
  return found !== undefined && found.firstDate <= day ? next : next - 1;
}
