import { over } from '../measures/slack';
import { valueAt } from '../measures/value-at';
import { meanAt } from '../measures/windows';
import { defineSignal } from './signal';

const [FAST, SLOW, VOLUME] = [5, 20, 20];

export const maVolume = defineSignal({
  id: 'ma_volume',
  words: {
    zh: { name: '均线金叉放量', description: '5 日均线上穿 20 日均线，当日成交量大于 20 日均量的 1.5 倍。' },
    en: {
      name: 'Crossing averages on volume',
      description: 'The mean close of 5 bars crosses over that of 20, on more than 1.5 times the mean volume of 20.',
    },
  },
  parameters: {
    volume_times: {
      type: 'number',
      default: 1.5,
      minimum: 0.5,
      maximum: 20,
      zh: '量/20日均量',
      en: 'Volume / mean of 20',
    },
  },
  evidence: [
    { key: 'volumeRatio', unit: 'times', zh: '量/20日均量', en: 'Volume / mean of 20' },
    { key: 'fastOverSlowPct', unit: 'pct', zh: 'MA5 高出 MA20', en: 'MA5 over MA20' },
  ],

  needs: () => ({ bars: SLOW + 1 }),

  judge({ close, volume }, at, { volume_times: volumeTimes }) {
    if (at < SLOW) return null;
    const volumeRatio = valueAt(volume, at) / meanAt(volume, at, VOLUME);
    if (!over(volumeRatio, volumeTimes)) return null;
    const [fast, slow] = [meanAt(close, at, FAST), meanAt(close, at, SLOW)];
    // Means of equal prices differ by their rounding alone.
    if (!over(fast, slow) || over(meanAt(close, at - 1, FAST), meanAt(close, at - 1, SLOW))) return null;
    return { score: volumeRatio, evidence: { volumeRatio, fastOverSlowPct: (fast / slow - 1) * 100 } };
  },
});
