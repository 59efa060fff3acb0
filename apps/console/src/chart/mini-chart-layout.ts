export interface MiniChartLayout {
  /** Of each close, from the top left, in CSS pixels. */
  readonly line: readonly { readonly x: number; readonly y: number }[];
  /** Of each volume; `rises` where its close is not below the one before. */
  readonly bars: readonly { x: number; width: number; y: number; height: number; rises: boolean }[];
  /** The point over the flagged bar, where a flag's tip stands. */
  readonly flag: { readonly x: number; readonly y: number } | undefined;
}

/** What the volumes take of the height. */
const VOLUME_SHARE = 0.4;
const GAP = 3;
const FLAG_HEIGHT = 6;
const PADDING = 1.5;
/** A day's bar is seen, however quiet the day was. */
const LOWEST_BAR = 1;

/** Where the line, the bars and the flag of a small chart stand. The closes fill their part of the height. */
export function layOutMiniChart({
  closes,
  volumes = [],
  flagged,
  width,
  height,
}: {
  closes: readonly number[];
  volumes?: readonly number[] | undefined;
  flagged?: number | undefined;
  width: number;
  height: number;
}): MiniChartLayout {
  const slot = width / Math.max(closes.length, 1);
  const volumeHeight = volumes.length === 0 ? 0 : height * VOLUME_SHARE;
  const lineHeight = height - volumeHeight - (volumes.length === 0 ? 0 : GAP) - 2 * PADDING;
  const lowest = Math.min(...closes);
  const spread = Math.max(...closes) - lowest;
  const line = closes.map((close, index) => ({
    x: (index + 0.5) * slot,
    // A price that never moved runs through the middle.
    y: PADDING + (spread === 0 ? 0.5 : 1 - (close - lowest) / spread) * lineHeight,
  }));
  const room = volumeHeight - (flagged === undefined ? 0 : FLAG_HEIGHT);
  const loudest = Math.max(...volumes, 1);
  const bars = volumes.map((volume, index) => {
    const barHeight = Math.max((volume / loudest) * room, LOWEST_BAR);
    return {
      x: index * slot + slot * 0.15,
      width: Math.max(slot * 0.7, 0.5),
      y: height - barHeight,
      height: barHeight,
      rises: index === 0 || (closes[index] ?? 0) >= (closes[index - 1] ?? 0),
    };
  });
  const bar = flagged === undefined ? undefined : bars[flagged];
  return { line, bars, flag: bar === undefined ? undefined : { x: bar.x + bar.width / 2, y: bar.y - 1 } };
}
