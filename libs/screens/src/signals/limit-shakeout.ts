import { over } from '../measures/slack';
import { closesAtLimitUp } from '../measures/price-limits';
import { valueAt } from '../measures/value-at';
import { defineSignal } from './signal';

export const limitShakeout = defineSignal({
  id: 'limit_shakeout',
  words: {
    zh: { name: '涨停洗盘', description: '昨日涨停，今日收阴且放量，但最低价不破昨日收盘。' },
    en: {
      name: 'Shakeout after a limit-up',
      description:
        'Limit-up on the bar before, then a close under the open on more volume, with no price under that limit-up.',
    },
  },
  parameters: {
    volume_times: {
      type: 'number',
      default: 2,
      minimum: 1,
      maximum: 20,
      zh: '量/昨日量',
      en: 'Volume / the bar before',
    },
  },
  evidence: [
    { key: 'volumeRatio', unit: 'times', zh: '量/昨日量', en: 'Volume / the bar before' },
    { key: 'lowOverLimitPct', unit: 'pct', zh: '最低价高出昨收', en: 'Low over the limit-up' },
  ],

  needs: () => ({ bars: 2 }),

  judge(bars, at, { volume_times: volumeTimes }) {
    const before = at - 1;
    if (!closesAtLimitUp(bars, before) || !(valueAt(bars.close, at) < valueAt(bars.open, at))) return null;
    const volumeRatio = valueAt(bars.volume, at) / valueAt(bars.volume, before);
    const low = valueAt(bars.low, at) / valueAt(bars.close, before);
    if (!over(volumeRatio, volumeTimes) || !(low >= 1)) return null;
    return { score: volumeRatio, evidence: { volumeRatio, lowOverLimitPct: (low - 1) * 100 } };
  },
});
