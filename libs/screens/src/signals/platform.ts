import type { StockBars } from '../domain/stock-bars';
import { over, under } from '../measures/slack';
import { valueAt } from '../measures/value-at';
import { meanAt } from '../measures/windows';
import { defineSignal } from './signal';
import { isVolumeBreakout, VOLUME_BREAKOUT_PARAMETERS, volumeOverFive } from './volume-breakout';

const LIMITS = {
  /** Bars that the platform and the day fill. */
  bars: 60,
  meanBars: 60,
  /** A close of the platform lies less than so far over and under its average. */
  over: 0.05,
  under: 0.2,
} as const;

/** The signal is the day of the breakout itself: later days on which it is still the only one do not repeat it. */
export const platform = defineSignal({
  id: 'platform',
  words: {
    zh: {
      name: '突破平台',
      description: '60 日内首次放量由下向上穿越 60 日均线，此前各日收盘不高出均线 5%、不低于均线 20%。',
    },
    en: {
      name: 'Out of a platform',
      description:
        'The first rise on volume from under the 60-bar average to it or over in 60 bars, after closes at most 5 % over and 20 % under that average.',
    },
  },
  parameters: VOLUME_BREAKOUT_PARAMETERS,
  evidence: [
    { key: 'gainPct', unit: 'pct', zh: '涨幅', en: 'Gain' },
    { key: 'overAveragePct', unit: 'pct', zh: '高出 MA60', en: 'Over MA60' },
    { key: 'volumeRatio', unit: 'times', zh: '量/前5日均量', en: 'Volume / mean of 5' },
    { key: 'amountYi', unit: 'yi', zh: '成交额', en: 'Amount' },
  ],

  needs: () => ({ bars: LIMITS.bars - 1 + LIMITS.meanBars }),

  judge(bars, at, values) {
    if (!isVolumeBreakout(bars, at, values)) return null;
    const average = meanAt(bars.close, at, LIMITS.meanBars);
    if (!crosses(bars, at, average)) return null;
    for (let before = at - 1; before > at - LIMITS.bars; before -= 1) {
      const mean = meanAt(bars.close, before, LIMITS.meanBars);
      const below = (mean - valueAt(bars.close, before)) / mean;
      if (!over(below, -LIMITS.over) || !under(below, LIMITS.under)) return null;
      if (crosses(bars, before, mean) && isVolumeBreakout(bars, before, values)) return null;
    }
    const volumeRatio = volumeOverFive(bars, at);
    return {
      score: volumeRatio,
      evidence: {
        gainPct: valueAt(bars.pct, at),
        overAveragePct: (valueAt(bars.close, at) / average - 1) * 100,
        volumeRatio,
        amountYi: valueAt(bars.amount, at) / 1e8,
      },
    };
  },
});

function crosses({ open, close }: StockBars, at: number, average: number): boolean {
  return valueAt(open, at) < average && average <= valueAt(close, at);
}
