import { smooth } from './smooth';

/** Bars of the window, and how much of three parts each of the two means keeps. */
export const KDJ_BARS = { window: 9, k: 3, d: 3 } as const;

export interface Kdj {
  readonly k: number;
  readonly d: number;
  readonly j: number;
}

/**
 * TongDaXin's KDJ (9, 3, 3) of each bar; null before the ninth, and where its nine bars have one price, so that the close has
 * no place between their low and high.
 * @param bars Oldest first.
 */
export function findKdj(
  bars: readonly { readonly close: number; readonly high: number; readonly low: number }[],
): (Kdj | null)[] {
  const { window, k: kept, d: keptTwice } = KDJ_BARS;
  const places = bars.map(({ close }, index) => {
    if (index < window - 1) return null;
    const inWindow = bars.slice(index - window + 1, index + 1);
    const lowest = Math.min(...inWindow.map(({ low }) => low));
    const highest = Math.max(...inWindow.map(({ high }) => high));
    return highest === lowest ? null : ((close - lowest) / (highest - lowest)) * 100;
  });
  const ks = smooth(places, 1 / kept);
  const ds = smooth(ks, 1 / keptTwice);
  return ks.map((k, index) => {
    const d = ds[index] ?? null;
    return k === null || d === null ? null : { k, d, j: 3 * k - 2 * d };
  });
}
