import type { StockBars } from '../domain/stock-bars';
import { atLeast, atMost, over } from '../measures/slack';
import { valueAt } from '../measures/value-at';
import { barsSinceHighest, meanAt } from '../measures/windows';
import { defineSignal } from './signal';

const LIMITS = {
  meanBars: 20,
  risesOver: 10,
  peakBars: 10,
  /** Yuan of free float from which a pullback need not be so quiet, and how quiet then. */
  large: { cap: 200e8, maxVolume: 0.75 },
} as const;

export const pullback = defineSignal({
  id: 'pullback',
  words: {
    zh: { name: '缩量回调', description: '20 日均线上行，自 10 日高点缩量回落 5% 至 20% 后，今日收盘回升。' },
    en: {
      name: 'Quiet pullback',
      description:
        'A fall of 5 to 20 % from the 10-bar peak, on less volume than the rise to it, over a rising average; then a higher close.',
    },
  },
  parameters: {
    min_drop: { type: 'number', default: 5, minimum: 1, maximum: 30, zh: '最小回落（%）', en: 'Least fall (%)' },
    max_drop: { type: 'number', default: 20, minimum: 2, maximum: 50, zh: '最大回落（%）', en: 'Largest fall (%)' },
    max_volume: {
      type: 'number',
      default: 0.6,
      minimum: 0.1,
      maximum: 2,
      zh: '回落/上涨均量',
      en: 'Volume of fall / rise',
    },
  },
  evidence: [
    { key: 'dropPct', unit: 'pct', zh: '自高点回落', en: 'From the peak' },
    { key: 'volumeRatio', unit: 'times', zh: '回落/上涨均量', en: 'Volume of fall / rise' },
    { key: 'peakDate', unit: 'date', zh: '高点日', en: 'Day of the peak' },
  ],

  needs: () => ({ bars: LIMITS.meanBars + LIMITS.risesOver, caps: true }),

  findConflict: ({ min_drop: minDrop, max_drop: maxDrop }) =>
    minDrop > maxDrop ? { parameter: 'min_drop', allowed: 'at most max_drop' } : undefined,

  judge(bars, at, { min_drop: minDrop, max_drop: maxDrop, max_volume: maxVolume }) {
    const { meanBars, risesOver, peakBars } = LIMITS;
    const close = valueAt(bars.close, at);
    if (!over(close, valueAt(bars.close, at - 1))) return null;
    const peak = at - barsSinceHighest(bars.high, at, peakBars);
    // Between the peak and today there is a fall.
    if (!(at - peak >= 2)) return null;
    const dropPct = (1 - close / valueAt(bars.high, peak)) * 100;
    if (!atLeast(dropPct, minDrop) || !atMost(dropPct, maxDrop)) return null;
    if (!over(meanAt(bars.close, at, meanBars), meanAt(bars.close, at - risesOver, meanBars))) return null;
    const fall = meanAt(bars.volume, at - 1, at - 1 - peak);
    const volumeRatio = fall / meanAt(bars.volume, peak, peakBars);
    if (!atMost(volumeRatio, volumeLimit(bars, at, maxVolume))) return null;
    // The quieter the better.
    return { score: 1 / volumeRatio, evidence: { dropPct, volumeRatio, peakDate: valueAt(bars.day, peak) } };
  },
});

function volumeLimit({ floatCap }: StockBars, at: number, maxVolume: number): number {
  const { cap, maxVolume: ofLarge } = LIMITS.large;
  return valueAt(floatCap, at) >= cap ? Math.max(maxVolume, ofLarge) : maxVolume;
}
