import { BOARD_SCALE } from '../measures/board-scale';
import { atLeast, atMost } from '../measures/slack';
import { valueAt } from '../measures/value-at';
import { meanAt } from '../measures/windows';
import { defineSignal } from './signal';

const LIMITS = { meanBars: 20, heldOver: 3, held: 0.98 } as const;

export const evr = defineSignal({
  id: 'evr',
  words: {
    zh: { name: 'EVR 努力无结果', description: '昨日放量而涨跌很小，价格未破位；今日收盘不低于昨日最低价。' },
    en: {
      name: 'Effort without result',
      description:
        'High volume with little change on the bar before, price held, and a close today not under that low.',
    },
  },
  parameters: {
    volume_times: {
      type: 'number',
      default: 1.8,
      minimum: 1,
      maximum: 20,
      zh: '量/20日均量',
      en: 'Volume / mean of 20',
    },
    max_pct: {
      type: 'number',
      default: 2,
      minimum: 0.1,
      maximum: 10,
      zh: '主板涨跌幅上限（%）',
      en: 'Largest change (%), main board',
    },
    min_turnover: {
      type: 'number',
      default: 1.5,
      minimum: 0,
      maximum: 50,
      zh: '最低换手率（%）',
      en: 'Least turnover (%)',
    },
  },
  evidence: [
    { key: 'volumeRatio', unit: 'times', zh: '昨量/20日均量', en: 'Volume before / mean of 20' },
    { key: 'effortPct', unit: 'pct', zh: '昨日涨跌幅', en: 'Change before' },
    { key: 'turnoverPct', unit: 'pct', zh: '昨日换手率', en: 'Turnover before' },
    { key: 'overLowPct', unit: 'pct', zh: '高出昨日最低价', en: 'Over the low before' },
  ],

  needs: () => ({ bars: LIMITS.meanBars + 1 }),

  judge(bars, at, { volume_times: volumeTimes, max_pct: maxPct, min_turnover: minTurnover }) {
    const effort = at - 1;
    const overLow = valueAt(bars.close, at) / valueAt(bars.low, effort);
    if (!(overLow >= 1)) return null;
    const effortPct = valueAt(bars.pct, effort);
    if (!atMost(Math.abs(effortPct), maxPct * BOARD_SCALE[bars.board])) return null;
    const turnoverPct = valueAt(bars.turnover, effort);
    if (!(turnoverPct >= minTurnover)) return null;
    const volumeRatio = valueAt(bars.volume, effort) / meanAt(bars.volume, effort, LIMITS.meanBars);
    if (!atLeast(volumeRatio, volumeTimes)) return null;
    if (!atLeast(valueAt(bars.close, effort), LIMITS.held * valueAt(bars.close, effort - LIMITS.heldOver))) return null;
    return { score: volumeRatio, evidence: { volumeRatio, effortPct, turnoverPct, overLowPct: (overLow - 1) * 100 } };
  },
});
