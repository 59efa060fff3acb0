import { smooth } from './smooth';

/** Bars of the fast mean, the slow one, and that of their difference. */
export const MACD_BARS = { fast: 12, slow: 26, signal: 9 } as const;
/** Values before this one depend on the first bar by 1 % and more: (25 / 27)^60. */
export const MACD_SETTLED = 60;

/** `bar` is twice the distance of DIF from DEA. */
export interface Macd {
  readonly dif: number;
  readonly dea: number;
  readonly bar: number;
}

/**
 * TongDaXin's MACD (12, 26, 9) of each bar, in yuan. It begins with the first bar: a longer history has other values first.
 * @param bars Oldest first.
 */
export function findMacd(bars: readonly { readonly close: number }[]): Macd[] {
  const { fast, slow, signal } = MACD_BARS;
  const closes = bars.map(({ close }) => close);
  const [fastMeans, slowMeans] = [fast, slow].map((count) => smooth(closes, 2 / (count + 1)));
  const difs = closes.map((_, index) => (fastMeans?.[index] ?? 0) - (slowMeans?.[index] ?? 0));
  const deas = smooth(difs, 2 / (signal + 1));
  return difs.map((dif, index) => {
    const dea = deas[index] ?? 0;
    return { dif, dea, bar: (dif - dea) * 2 };
  });
}
