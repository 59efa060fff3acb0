import type { PlainBar } from './stock-bars-of';

/** A quiet day at 10. */
export const FLAT: PlainBar = { open: 10, high: 10.1, low: 9.9, close: 10, volume: 1000 };

export function repeat(count: number, bar: PlainBar = FLAT): PlainBar[] {
  return Array.from({ length: count }, () => bar);
}

/** The same bars with one changed. */
export function changed(bars: readonly PlainBar[], at: number, change: Partial<PlainBar>): PlainBar[] {
  return bars.map((bar, each) => (each === at ? { ...bar, ...change } : bar));
}

/** Bars of which only the closes matter. */
export function closesOf(closes: readonly number[]): PlainBar[] {
  return closes.map((close) => ({ close, volume: 1000 }));
}

/** 2 % on twice the volume. */
export const BREAKOUT: PlainBar = { open: 10, high: 10.3, low: 9.9, close: 10.2, volume: 2000, amount: 2e8 };

export const volBreakoutBars = (last: Partial<PlainBar> = {}) => [...repeat(5), { ...BREAKOUT, ...last }];

/** The volume is over 1.5 times the mean of 19,000 and itself by a twentieth. */
export const maVolumeBars = (last: Partial<PlainBar> = {}) => [
  ...repeat(20),
  { open: 10, high: 10.5, low: 9.9, close: 10.4, volume: 1541, ...last },
];

/** The highest close of 60, under the highs before. */
export const turtleBars = (last: Partial<PlainBar> = {}) => [...repeat(59), { ...FLAT, close: 10.05, ...last }];

/** Closes of 10 for 30 bars, then three steps of 10, 10 and 9 bars. */
export const ma30RiseBars = (first = 11, second = 13, third = 16) =>
  closesOf([
    ...Array.from({ length: 30 }, () => 10),
    ...Array.from({ length: 10 }, () => first),
    ...Array.from({ length: 10 }, () => second),
    ...Array.from({ length: 9 }, () => third),
  ]);

/** Out of 118 days at 10, from under the average. */
export const platformBars = (last: Partial<PlainBar> = {}) => [
  ...repeat(118),
  { open: 9.9, high: 10.4, low: 9.9, close: 10.3, volume: 2000, amount: 2e8, ...last },
];

/** The window of 60 bars begins under the average at position 249; the highest close is at 260. */
export function ma250BackBars({ first = 9.9, before = 11, low = 11.9, lowDays = 12, volume = 2001 } = {}): PlainBar[] {
  const closes = [
    ...Array.from({ length: 249 }, () => 10),
    first,
    ...Array.from({ length: 9 }, () => 11),
    before,
    15,
    ...Array.from({ length: 48 }, () => 12.5),
  ];
  closes[260 + lowDays] = low;
  return changed(closesOf(closes), 260, { volume });
}

/** A limit-up to the highest close of 15 bars, then three days over it. */
export const apronBars = (last: Partial<PlainBar> = {}) => [
  ...repeat(14),
  { open: 10, high: 11, low: 10, close: 11, volume: 1000 },
  { open: 11.1, high: 11.3, low: 11.05, close: 11.2, volume: 1000 },
  { open: 11.1, high: 11.3, low: 11.05, close: 11.2, volume: 1000 },
  { open: 11.2, high: 12, low: 11.05, close: 11.3, volume: 1000, ...last },
];

/** 60 closes that rise evenly from 10 to 16; those of some positions are shares of an earlier close. */
export function noDeepPullbackBars(
  last = 16,
  falls: readonly [at: number, share: number, of: number][] = [],
): PlainBar[] {
  const closes = Array.from({ length: 60 }, (_, at) => 10 * 1.6 ** (at / 59));
  closes[59] = last;
  for (const [at, share, of] of falls) closes[at] = share * (closes[of] ?? NaN);
  return closesOf(closes);
}

/** From 10 to 16.05, then ten bars of 14.5 to 16. */
export function highTightFlagBars({ pole = 16.05, flagLow = 14.5, volume = 587 } = {}): PlainBar[] {
  return [
    { open: 10.5, high: 11, low: 10, close: 10.5, volume: 1000 },
    ...repeat(28, { open: 12, high: 13, low: 12, close: 12, volume: 1000 }),
    { open: 15, high: pole, low: 15, close: 15.5, volume: 1000 },
    ...repeat(9, { open: 15, high: 16, low: flagLow, close: 15.5, volume: 1000 }),
    { open: 15, high: 16, low: flagLow, close: 15.5, volume },
  ];
}

export const limitShakeoutBars = (last: Partial<PlainBar> = {}, limitUp = 11) => [
  FLAT,
  { open: 10.2, high: limitUp, low: 10.2, close: limitUp, volume: 1000 },
  { open: 11.5, high: 11.6, low: 11, close: 11.2, volume: 2001, ...last },
];

/** A return of 50 % over 120 bars. */
export const rpsBars = () => closesOf(Array.from({ length: 121 }, (_, at) => 10 + at / 24));

/**
 * The box is at 138 to 197. Its last five swing lows have 9.5 as the median; an older one at 9 does not count. Today falls under
 * it and closes over it.
 */
export function springBars(last: Partial<PlainBar> = {}, before: Partial<PlainBar> = {}): PlainBar[] {
  const bars = [...repeat(199), { open: 9.9, high: 10, low: 9.45, close: 9.8, volume: 1300, ...last }];
  const lows = [9, 9.7, 9.3, 9.5, 9.6, 9.4];
  return lows.reduce((all, low, place) => changed(all, 150 + 8 * place, { low }), changed(bars, 198, before));
}

/** 6 % on three times the mean volume. */
export const sosBars = (last: Partial<PlainBar> = {}) => [
  ...repeat(59),
  { open: 10, high: 10.7, low: 10, close: 10.6, volume: 3106, ...last },
];

/**
 * Tops of 10.5 at 20 and 10.4 at 40 make a creek that is at 10.27 on bar 66, where the close goes over it; from then on the
 * closes stay. Today is bar 79.
 */
export function lpsBars({
  tops = [10.5, 10.4],
  breakAt = 66,
  close = 10.5,
  low = 10.4,
  volume = 650,
}: { tops?: readonly [number, number]; breakAt?: number; close?: number; low?: number; volume?: number } = {}) {
  const bars = [
    ...repeat(breakAt),
    ...repeat(77 - breakAt, { open: close, high: close + 0.1, low, close, volume: 1000 }),
    ...repeat(3, { open: close, high: close + 0.1, low, close, volume }),
  ];
  return changed(changed(bars, 20, { high: tops[0] }), 40, { high: tops[1] });
}

export const evrBars = (effort: Partial<PlainBar> = {}, last: Partial<PlainBar> = {}) => [
  ...repeat(19),
  { open: 10, high: 10.3, low: 9.9, close: 10.2, volume: 1880, turnover: 1.5, ...effort },
  { open: 10.1, high: 10.2, low: 9.85, close: 9.9, volume: 1000, ...last },
];

/** 45 bars with a true range of 0.4, then five with these. */
export function compressionBars(ranges = [0.2, 0.18, 0.16, 0.14, 0.12], volume = 529, range = 0.4): PlainBar[] {
  const bar = (height: number): PlainBar => ({ ...FLAT, high: 10 + height / 2, low: 10 - height / 2 });
  return [...repeat(45, bar(range)), ...ranges.map((height) => ({ ...bar(height), volume }))];
}

/** A rise to a high of 13.1 at bar 25, a fall to 11.9 and a close of 12. */
export function pullbackBars(last = 12, before = 11.9, fall: Partial<PlainBar> = {}, day: Partial<PlainBar> = {}) {
  const down = (close: number) => ({ close, volume: 600, ...fall });
  return [
    ...repeat(20),
    ...closesOf([10.5, 11, 11.5, 12, 12.5]),
    { open: 12.5, high: 13.1, low: 12.5, close: 13, volume: 1000 },
    ...[12.6, 12.2, before].map(down),
    { close: last, volume: 1000, ...day },
  ];
}

/** A true range of 0.2 for 100 bars, then one of 2.5 on four times the volume, 20 % under the high close. */
export const sellingClimaxBars = (last: Partial<PlainBar> = {}) => [
  ...repeat(100),
  { open: 8.4, high: 8.5, low: 7.5, close: 8, volume: 4000, ...last },
];

/** By the id of a screen: bars on the last of which it is found, as many as it needs. */
export const TYPICAL_BARS: Readonly<Record<string, readonly PlainBar[]>> = {
  selling_climax: sellingClimaxBars(),
  vol_breakout: volBreakoutBars(),
  ma_volume: maVolumeBars(),
  turtle: turtleBars(),
  ma30_rise: ma30RiseBars(),
  platform: platformBars(),
  ma250_back: ma250BackBars(),
  apron: apronBars(),
  no_deep_pullback: noDeepPullbackBars(),
  high_tight_flag: highTightFlagBars(),
  limit_shakeout: limitShakeoutBars(),
  rps: rpsBars(),
  spring: springBars(),
  sos: sosBars(),
  lps: lpsBars(),
  evr: evrBars(),
  compression: compressionBars(),
  pullback: pullbackBars(),
};
