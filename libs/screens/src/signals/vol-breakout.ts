import { valueAt } from '../measures/value-at';
import { defineSignal } from './signal';
import { isVolumeBreakout, VOLUME_BREAKOUT_BARS, VOLUME_BREAKOUT_PARAMETERS, volumeOverFive } from './volume-breakout';

export const volBreakout = defineSignal({
  id: 'vol_breakout',
  words: {
    zh: { name: '放量上涨', description: '涨幅、成交额达标的阳线，成交量至少为前 5 日均量的 2 倍。' },
    en: {
      name: 'Rise on volume',
      description:
        'A rising bar with a close at or over its open, on at least twice the mean volume of the five before.',
    },
  },
  parameters: VOLUME_BREAKOUT_PARAMETERS,
  evidence: [
    { key: 'gainPct', unit: 'pct', zh: '涨幅', en: 'Gain' },
    { key: 'volumeRatio', unit: 'times', zh: '量/前5日均量', en: 'Volume / mean of 5' },
    { key: 'amountYi', unit: 'yi', zh: '成交额', en: 'Amount' },
  ],

  needs: () => ({ bars: VOLUME_BREAKOUT_BARS }),

  judge(bars, at, values) {
    if (!isVolumeBreakout(bars, at, values)) return null;
    const volumeRatio = volumeOverFive(bars, at);
    return {
      score: volumeRatio,
      evidence: { gainPct: valueAt(bars.pct, at), volumeRatio, amountYi: valueAt(bars.amount, at) / 1e8 },
    };
  },
});
