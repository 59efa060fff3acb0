/** Where a small chart draws, in pixels of its own. */
export interface ChartBox {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Leaves room for the numbers at the left and below. @param left Pixels for those at the left. */
export function chartBox(width: number, height: number, left = 44): ChartBox {
  return { width, height, left, right: width - 8, top: 8, bottom: height - 22 };
}

/** Maps a value between two others to a place between two edges. */
export function scaleOf(from: number, to: number, start: number, end: number): (value: number) => number {
  const share = to === from ? 0 : (end - start) / (to - from);
  return (value) => start + (value - from) * share;
}

const STEPS = [1, 2, 5, 10];

/** Round values from the least to the most, zero among them where it lies between; at most `count` and one. */
export function roundTicks(least: number, most: number, count: number): number[] {
  const rough = (most - least) / count;
  if (rough <= 0) return [least];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((each) => each * power >= rough) ?? 1);
  const first = Math.ceil(least / step);
  const last = Math.floor(most / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}
