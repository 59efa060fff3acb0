import type { ScreenParameters } from '../domain/screen-parameters';
import type { StockBars } from '../domain/stock-bars';
import { atLeast } from '../measures/slack';
import { valueAt } from '../measures/value-at';
import { meanAt } from '../measures/windows';

const MEAN_BARS = 5;

/** Bars that {@link isVolumeBreakout} reads. */
export const VOLUME_BREAKOUT_BARS = MEAN_BARS + 1;

export const VOLUME_BREAKOUT_PARAMETERS = {
  min_pct: { type: 'number', default: 2, minimum: 0, maximum: 20, zh: '最低涨幅（%）', en: 'Least gain (%)' },
  min_amount: {
    type: 'number',
    default: 2e8,
    minimum: 0,
    maximum: 1e11,
    zh: '最低成交额（元）',
    en: 'Least amount (yuan)',
  },
  volume_times: {
    type: 'number',
    default: 2,
    minimum: 1,
    maximum: 20,
    zh: '量/前5日均量',
    en: 'Volume / mean of the 5 before',
  },
} as const satisfies ScreenParameters;

type VolumeBreakoutValues = Readonly<Record<keyof typeof VOLUME_BREAKOUT_PARAMETERS, number>>;

/** A gain that is not given back from the open, on a large amount and on volume. */
export function isVolumeBreakout(
  bars: StockBars,
  at: number,
  { min_pct: minPct, min_amount: minAmount, volume_times: volumeTimes }: VolumeBreakoutValues,
): boolean {
  return (
    atLeast(valueAt(bars.pct, at), minPct) &&
    valueAt(bars.close, at) >= valueAt(bars.open, at) &&
    valueAt(bars.amount, at) >= minAmount &&
    atLeast(volumeOverFive(bars, at), volumeTimes)
  );
}

/** Volume over the mean of the five bars before. */
export function volumeOverFive({ volume }: StockBars, at: number): number {
  return valueAt(volume, at) / meanAt(volume, at - 1, MEAN_BARS);
}
