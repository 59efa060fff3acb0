import { quantile } from '#lib/kernel';
import type { StockBars } from '../domain/stock-bars';
import { isLocked } from '../measures/bar-shape';
import { atLeast, atMost } from '../measures/slack';
import { swingLows } from '../measures/swings';
import { averageTrueRange, barsOfTrueRange } from '../measures/unlocked-bars';
import { valueAt } from '../measures/value-at';
import { highestAt, lowestAt, meanAt } from '../measures/windows';
import { defineSignal } from './signal';

const LIMITS = {
  /** The box ends so many bars back, before the two bars that may go under it. */
  box: { bars: 60, endsBarsBack: 2, maxDrift: 0.12 },
  /** The box is at most so many ATR high, within bounds, as shares of its last close and low. */
  height: { atrs: 4, atrBars: 20, from: 0.3, to: 0.6 },
  support: { width: 3, lows: 5 },
  volume: { bars: 4 },
  yearBars: 200,
} as const;

export const spring = defineSignal({
  id: 'spring',
  words: {
    zh: { name: 'Spring 箱体弹簧', description: '60 日箱体的支撑昨日或今日被跌破，今日放量收回支撑之上。' },
    en: {
      name: 'Spring of a box',
      description:
        'A fall under the support of a 60-bar box, today or on the bar before, and a close over it on volume.',
    },
  },
  parameters: {
    volume_times: {
      type: 'number',
      default: 1.3,
      minimum: 0.5,
      maximum: 10,
      zh: '量/前4日均量',
      en: 'Volume / mean of 4',
    },
    volume_times_before: {
      type: 'number',
      default: 1.15,
      minimum: 0.5,
      maximum: 10,
      zh: '量/昨日量',
      en: 'Volume / the bar before',
    },
    max_over_ma200: {
      type: 'number',
      default: 1.25,
      minimum: 1,
      maximum: 3,
      zh: '收盘/MA200 上限',
      en: 'Most of MA200',
    },
  },
  evidence: [
    { key: 'supportYuan', unit: 'yuan', zh: '支撑', en: 'Support' },
    { key: 'underSupportPct', unit: 'pct', zh: '跌破支撑', en: 'Under the support' },
    { key: 'boxHeightPct', unit: 'pct', zh: '箱体高度', en: 'Height of the box' },
    { key: 'volumeRatio', unit: 'times', zh: '量/前4日均量', en: 'Volume / mean of 4' },
  ],

  needs: () => {
    const { box, height, yearBars } = LIMITS;
    const before = Math.max(box.bars, barsOfTrueRange(height.atrBars));
    return { bars: Math.max(yearBars, before + box.endsBarsBack) };
  },

  judge(bars, at, values) {
    if (isLocked(bars, at) || isLocked(bars, at - 1)) return null;
    const volume = valueAt(bars.volume, at);
    const volumeRatio = volume / meanAt(bars.volume, at - 1, LIMITS.volume.bars);
    if (!atLeast(volumeRatio, values.volume_times)) return null;
    if (!atLeast(volume, values.volume_times_before * valueAt(bars.volume, at - 1))) return null;
    const height = boxHeight(bars, at - LIMITS.box.endsBarsBack);
    if (height === null) return null;
    const support = supportOf(bars, at - LIMITS.box.endsBarsBack);
    const low = Math.min(valueAt(bars.low, at), valueAt(bars.low, at - 1));
    const close = valueAt(bars.close, at);
    if (!(low < support && close > support)) return null;
    if (!atMost(close, values.max_over_ma200 * meanAt(bars.close, at, LIMITS.yearBars))) return null;
    const underSupportPct = (1 - low / support) * 100;
    return {
      score: volumeRatio,
      evidence: { supportYuan: support, underSupportPct, boxHeightPct: height * 100, volumeRatio },
    };
  },
});

/** High over low of the box that ends at a bar, less 1; null where the box is too high or drifts. */
function boxHeight(bars: StockBars, last: number): number | null {
  const { box, height: limit } = LIMITS;
  const close = valueAt(bars.close, last);
  const drift = Math.abs(close / valueAt(bars.close, last - box.bars + 1) - 1);
  if (!atMost(drift, box.maxDrift)) return null;
  const height = highestAt(bars.high, last, box.bars) / lowestAt(bars.low, last, box.bars) - 1;
  const atr = averageTrueRange(bars, last + 1, limit.atrBars) / close;
  const most = Math.min(Math.max(limit.atrs * atr, limit.from), limit.to);
  return atMost(height, most) ? height : null;
}

/** Yuan: the median of the box's last swing lows; without one, its lowest close. */
function supportOf({ low, close }: StockBars, last: number): number {
  const { box, support } = LIMITS;
  const lows = swingLows(low, last - box.bars + 1, last, support.width).slice(-support.lows);
  if (lows.length === 0) return lowestAt(close, last, box.bars);
  return quantile(
    Float64Array.from(lows, (at) => valueAt(low, at)),
    0.5,
  );
}
