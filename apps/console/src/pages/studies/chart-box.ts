/** Where a small chart draws, in pixels of its own. */
export interface ChartBox {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Room for the numbers at the left and below. */
export function chartBox(width: number, height: number): ChartBox {
  return { width, height, left: 44, right: width - 8, top: 8, bottom: height - 22 };
}

/** Maps a value between two others to a place between two edges. */
export function scaleOf(from: number, to: number, start: number, end: number): (value: number) => number {
  const share = to === from ? 0 : (end - start) / (to - from);
  return (value) => start + (value - from) * share;
}

const STEPS = [0.5, 1, 2, 5, 10, 20, 50, 100];

/** Round values from the least to the most, zero among them where it lies between; at most `count` and a few. */
export function roundTicks(least: number, most: number, count: number): number[] {
  const step = STEPS.find((each) => (most - least) / each <= count) ?? most - least;
  const first = Math.ceil(least / step);
  const last = Math.floor(most / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}
