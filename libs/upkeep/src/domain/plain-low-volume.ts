import type { CalendarDay } from '#lib/kernel';

export interface VolumeBar {
  day: CalendarDay;
  volume: number;
}

export interface LowVolume {
  entryDate: CalendarDay;
  minVolume: number;
}

/**
 * The rule of the one-year low volume as its sentence reads, without an index or a shortcut: the lowest volume of the range, the
 * latest day that traded it, undercut on no day of the prior window. Bars are final ones of one stock, in any order.
 * @returns undefined if the stock did not trade in the range or was undercut.
 */
export function plainLowVolume(
  bars: readonly VolumeBar[],
  range: { startDate: CalendarDay; endDate: CalendarDay; priorStart: CalendarDay },
): LowVolume | undefined {
  let lowest: LowVolume | undefined;
  for (const { day, volume } of bars) {
    if (day < range.startDate || day > range.endDate) continue;
    if (lowest === undefined || volume < lowest.minVolume || (volume === lowest.minVolume && day > lowest.entryDate)) {
      lowest = { entryDate: day, minVolume: volume };
    }
  }
  if (lowest === undefined) return undefined;
  const { minVolume } = lowest;
  const undercut = bars.some(
    ({ day, volume }) => day >= range.priorStart && day < range.startDate && volume < minVolume,
  );
  return undercut ? undefined : lowest;
}
