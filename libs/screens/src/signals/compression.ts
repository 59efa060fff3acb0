import type { StockBars } from '../domain/stock-bars';
import { trueRange } from '../measures/bar-shape';
import { atLeast, atMost, over } from '../measures/slack';
import { valueAt } from '../measures/value-at';
import { meanAt, quantileAt } from '../measures/windows';
import { defineSignal } from './signal';

const LIMITS = {
  bars: 5,
  ofBars: 20,
  quantile: 0.2,
  /** Rises of the true range among the five bars. */
  maxRises: 1,
  average: { bars: 20, risesOver: 5, longBars: 50 },
} as const;

export const compression = defineSignal({
  id: 'compression',
  words: {
    zh: { name: '波动压缩', description: '近 5 日真实波幅处于 20 日低位且逐步收窄，量能萎缩，趋势未坏。' },
    en: {
      name: 'Compression',
      description:
        'True ranges of 5 bars that are low beside those of 20 and shrink, on little volume, in a sound trend.',
    },
  },
  parameters: {
    max_volume: {
      type: 'number',
      default: 0.6,
      minimum: 0.1,
      maximum: 2,
      zh: '5日/20日均量',
      en: 'Mean volume 5 / 20',
    },
  },
  evidence: [
    { key: 'rangePct', unit: 'pct', zh: '5日平均波幅', en: 'Mean true range of 5' },
    { key: 'rangeLimitPct', unit: 'pct', zh: '20日波幅两成分位', en: 'Lowest fifth of 20' },
    { key: 'volumeRatio', unit: 'times', zh: '5日/20日均量', en: 'Mean volume 5 / 20' },
  ],

  needs: () => ({ bars: LIMITS.average.longBars }),

  judge(bars, at, { max_volume: maxVolume }) {
    const volumeRatio = meanAt(bars.volume, at, LIMITS.bars) / meanAt(bars.volume, at, LIMITS.ofBars);
    if (!atMost(volumeRatio, maxVolume)) return null;
    const ranges = rangesBefore(bars, at);
    const last = ranges.length - 1;
    const rangePct = meanAt(ranges, last, LIMITS.bars);
    const rangeLimitPct = quantileAt(ranges, last, LIMITS.ofBars, LIMITS.quantile);
    if (!atMost(rangePct, rangeLimitPct) || countRises(ranges) > LIMITS.maxRises || !isSound(bars, at)) return null;
    // The quieter the better.
    return { score: 1 / volumeRatio, evidence: { rangePct, rangeLimitPct, volumeRatio } };
  },
});

/** Percent of the close: true ranges of the bars that end with `at`. */
function rangesBefore(bars: StockBars, at: number): Float64Array {
  return Float64Array.from({ length: LIMITS.ofBars }, (_, place) => {
    const each = at - LIMITS.ofBars + 1 + place;
    return (trueRange(bars, each) / valueAt(bars.close, each)) * 100;
  });
}

function countRises(ranges: Float64Array): number {
  let rises = 0;
  for (let each = ranges.length - LIMITS.bars + 1; each < ranges.length; each += 1) {
    if (over(valueAt(ranges, each), valueAt(ranges, each - 1))) rises += 1;
  }
  return rises;
}

function isSound({ close }: StockBars, at: number): boolean {
  const { bars, risesOver, longBars } = LIMITS.average;
  if (over(meanAt(close, at, bars), meanAt(close, at - risesOver, bars))) return true;
  return atLeast(valueAt(close, at), meanAt(close, at, longBars));
}
