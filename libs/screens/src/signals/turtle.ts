import { atLeast, over } from '../measures/slack';
import { valueAt } from '../measures/value-at';
import { highestAt } from '../measures/windows';
import { defineSignal } from './signal';

export const turtle = defineSignal({
  id: 'turtle',
  words: {
    zh: {
      name: '海龟突破',
      description: '收盘为 60 日最高收盘；或收盘高于此前 20 日最高价，成交额大于 1 亿元且收阳。',
    },
    en: {
      name: 'Turtle breakout',
      description:
        'The highest close of 60 bars; or a close over the highest price of the 20 bars before, over its open and on a large amount.',
    },
  },
  parameters: {
    close_bars: { type: 'integer', default: 60, minimum: 20, maximum: 250, zh: '最高收盘天数', en: 'Bars of closes' },
    high_bars: { type: 'integer', default: 20, minimum: 5, maximum: 120, zh: '此前最高价天数', en: 'Bars of highs' },
    min_amount: {
      type: 'number',
      default: 1e8,
      minimum: 0,
      maximum: 1e11,
      zh: '最低成交额（元）',
      en: 'Least amount (yuan)',
    },
  },
  evidence: [
    { key: 'highestClose', unit: 'yesNo', zh: '最高收盘', en: 'Highest close' },
    { key: 'overHighPct', unit: 'pct', zh: '高出此前最高价', en: 'Over the highs before' },
    { key: 'amountYi', unit: 'yi', zh: '成交额', en: 'Amount' },
  ],

  needs: ({ close_bars: closeBars, high_bars: highBars }) => ({ bars: Math.max(closeBars, highBars + 1) }),

  judge(bars, at, { close_bars: closeBars, high_bars: highBars, min_amount: minAmount }) {
    const close = valueAt(bars.close, at);
    const amount = valueAt(bars.amount, at);
    const high = highestAt(bars.high, at - 1, highBars);
    if (Number.isNaN(high)) return null;
    const isOverHigh = over(close, high) && amount > minAmount && close > valueAt(bars.open, at);
    const isHighestClose = atLeast(close, highestAt(bars.close, at, closeBars));
    if (!isHighestClose && !isOverHigh) return null;
    const overHighPct = (close / high - 1) * 100;
    return { score: overHighPct, evidence: { highestClose: isHighestClose, overHighPct, amountYi: amount / 1e8 } };
  },
});
