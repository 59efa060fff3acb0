import { isLocked } from '../measures/bar-shape';
import { atLeast, over } from '../measures/slack';
import { valueAt } from '../measures/value-at';
import { highestAt, meanAt, quantileAt } from '../measures/windows';
import { defineSignal } from './signal';

const LIMITS = { bars: 60, quantile: 0.95, ofHigh: 0.99, meanBars: 50 } as const;

export const sos = defineSignal({
  id: 'sos',
  words: {
    zh: { name: 'SOS 强势信号', description: '放巨量大涨，收盘接近 60 日最高价或上穿 50 日均线，非一字板。' },
    en: {
      name: 'Sign of strength',
      description:
        'A large gain on very high volume, to near the highest price of 60 bars or through the 50-bar average.',
    },
  },
  parameters: {
    min_pct: { type: 'number', default: 6, minimum: 1, maximum: 20, zh: '最低涨幅（%）', en: 'Least gain (%)' },
    volume_times: { type: 'number', default: 3, minimum: 1, maximum: 20, zh: '量/60日均量', en: 'Volume / mean of 60' },
  },
  evidence: [
    { key: 'gainPct', unit: 'pct', zh: '涨幅', en: 'Gain' },
    { key: 'volumeRatio', unit: 'times', zh: '量/60日均量', en: 'Volume / mean of 60' },
    { key: 'ofHigh', unit: 'times', zh: '收盘/60日最高价', en: 'Close / highest price of 60' },
    { key: 'crossesMa50', unit: 'yesNo', zh: '上穿MA50', en: 'Crosses MA50' },
  ],

  needs: () => ({ bars: LIMITS.bars }),

  judge(bars, at, { min_pct: minPct, volume_times: volumeTimes }) {
    const gainPct = valueAt(bars.pct, at);
    if (!atLeast(gainPct, minPct) || isLocked(bars, at)) return null;
    const volume = valueAt(bars.volume, at);
    const volumeRatio = volume / meanAt(bars.volume, at, LIMITS.bars);
    if (!atLeast(volumeRatio, volumeTimes)) return null;
    if (!atLeast(volume, quantileAt(bars.volume, at, LIMITS.bars, LIMITS.quantile))) return null;
    const close = valueAt(bars.close, at);
    const ofHigh = close / highestAt(bars.high, at, LIMITS.bars);
    const mean = (of: number) => meanAt(bars.close, of, LIMITS.meanBars);
    const crossesMa50 = over(close, mean(at)) && !over(valueAt(bars.close, at - 1), mean(at - 1));
    if (!atLeast(ofHigh, LIMITS.ofHigh) && !crossesMa50) return null;
    return { score: volumeRatio, evidence: { gainPct, volumeRatio, ofHigh, crossesMa50 } };
  },
});
