import type { Bar } from './bar';

export interface VolumeRank {
  /** 1: the lowest of them. Bars of the same volume share the lowest rank. */
  readonly rank: number;
  readonly of: number;
}

/**
 * The bar's place among the volumes of the last `count` bars up to and with it: what a ground volume is measured by. `null` for
 * a bar that is not over: a day or two against full weeks says nothing.
 */
export function volumeRank(bars: readonly Bar[], index: number, count: number): VolumeRank | null {
  const bar = bars[index];
  if (bar === undefined || bar.isPartial || bar.isProvisional) return null;
  const window = bars.slice(Math.max(0, index + 1 - count), index + 1);
  return { rank: window.filter(({ volume }) => volume < bar.volume).length + 1, of: window.length };
}
