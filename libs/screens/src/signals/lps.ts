import type { StockBars } from '../domain/stock-bars';
import { atLeast, atMost, over } from '../measures/slack';
import { valueAt } from '../measures/value-at';
import { lowestAt, meanAt, medianAt } from '../measures/windows';
import { brokenCreek, priceOn } from './creek';
import { defineSignal } from './signal';

const LIMITS = {
  meanBars: 20,
  risesOver: 5,
  low: { bars: 3, within: 0.02 },
  volume: { bars: 3, ofBars: 60 },
  creek: { bars: 60, width: 3, maxSlope: 0.001, break: 0.005 },
  /** Bars before the day among which the creek was broken. */
  brokenWithin: 15,
  /** The close lies at most so far under the creek. */
  underCreek: 0.02,
} as const;

export const lps = defineSignal({
  id: 'lps',
  words: {
    zh: { name: 'LPS 最后支撑点', description: '近 15 日突破下倾或走平的小溪线后，缩量回踩上升的 20 日均线。' },
    en: {
      name: 'Last point of support',
      description:
        'After a break of a falling or flat line of swing highs, a quiet pullback to the rising 20-bar average.',
    },
  },
  parameters: {
    max_volume: {
      type: 'number',
      default: 0.65,
      minimum: 0.1,
      maximum: 2,
      zh: '3日/60日中位量',
      en: 'Median volume 3 / 60',
    },
  },
  evidence: [
    { key: 'creekYuan', unit: 'yuan', zh: '小溪线', en: 'Creek' },
    { key: 'overCreekPct', unit: 'pct', zh: '高出小溪线', en: 'Over the creek' },
    { key: 'brokenDate', unit: 'date', zh: '突破日', en: 'Day of the break' },
    { key: 'lowToAveragePct', unit: 'pct', zh: '低点距MA20', en: 'Low to MA20' },
    { key: 'volumeRatio', unit: 'times', zh: '3日/60日中位量', en: 'Median volume 3 / 60' },
  ],

  needs: () => ({ bars: LIMITS.creek.bars + LIMITS.brokenWithin + 1 }),

  judge(bars, at, { max_volume: maxVolume }) {
    const { meanBars, risesOver, low, volume, underCreek } = LIMITS;
    const close = valueAt(bars.close, at);
    const average = meanAt(bars.close, at, meanBars);
    if (!atLeast(close, average) || !over(average, meanAt(bars.close, at - risesOver, meanBars))) return null;
    const lowToAverage = lowestAt(bars.low, at, low.bars) / average - 1;
    if (!atMost(Math.abs(lowToAverage), low.within)) return null;
    const volumeRatio = medianAt(bars.volume, at, volume.bars) / medianAt(bars.volume, at, volume.ofBars);
    if (!atMost(volumeRatio, maxVolume)) return null;
    const broken = findBrokenCreek(bars, at);
    if (broken === null) return null;
    const { brokenAt, creek } = broken;
    if (!atLeast(close, (1 - underCreek) * creek)) return null;
    return {
      // The quieter the better.
      score: 1 / volumeRatio,
      evidence: {
        creekYuan: creek,
        overCreekPct: (close / creek - 1) * 100,
        brokenDate: valueAt(bars.day, brokenAt),
        lowToAveragePct: lowToAverage * 100,
        volumeRatio,
      },
    };
  },
});

/** The newest break of a creek before a bar, and where that creek is on the bar, in yuan. */
function findBrokenCreek({ high, close }: StockBars, at: number): { brokenAt: number; creek: number } | null {
  for (let brokenAt = at - 1; brokenAt >= at - LIMITS.brokenWithin; brokenAt -= 1) {
    const line = brokenCreek(high, close, brokenAt, LIMITS.creek);
    if (line !== null) return { brokenAt, creek: priceOn(line, at) };
  }
  return null;
}
