import type { StockBars } from '../domain/stock-bars';
import { atLeast, over, under } from '../measures/slack';
import { closesAtLimitUp } from '../measures/price-limits';
import { valueAt } from '../measures/value-at';
import { highestAt } from '../measures/windows';
import { defineSignal } from './signal';

const LIMITS = {
  highBars: 15,
  /** Bars after the limit-up, the last of which is the signal. */
  parkedBars: 3,
  body: { from: 0.97, to: 1.03 },
} as const;

export const apron = defineSignal({
  id: 'apron',
  words: {
    zh: {
      name: '停机坪',
      description: '涨停创 15 日收盘新高，其后 3 日开盘和收盘都高于涨停价，实体小于 3%，涨跌小于 5%。',
    },
    en: {
      name: 'Apron',
      description:
        'A limit-up to the highest close of 15 bars, then three bars with open and close over it, small bodies and small changes.',
    },
  },
  parameters: {
    max_pct: { type: 'number', default: 5, minimum: 1, maximum: 20, zh: '涨跌幅上限（%）', en: 'Largest change (%)' },
  },
  evidence: [
    { key: 'limitUpDate', unit: 'date', zh: '涨停日', en: 'Day of the limit-up' },
    { key: 'overLimitPct', unit: 'pct', zh: '高出涨停价', en: 'Over the limit price' },
  ],

  needs: () => ({ bars: LIMITS.highBars + LIMITS.parkedBars }),

  judge(bars, at, { max_pct: maxPct }) {
    const limitUp = at - LIMITS.parkedBars;
    if (!closesAtLimitUp(bars, limitUp)) return null;
    const price = valueAt(bars.close, limitUp);
    if (!atLeast(price, highestAt(bars.close, limitUp, LIMITS.highBars))) return null;
    for (let each = limitUp + 1; each <= at; each += 1) if (!isParked(bars, each, price, maxPct)) return null;
    const overLimitPct = (valueAt(bars.close, at) / price - 1) * 100;
    return { score: overLimitPct, evidence: { limitUpDate: valueAt(bars.day, limitUp), overLimitPct } };
  },
});

function isParked(bars: StockBars, at: number, price: number, maxPct: number): boolean {
  const [open, close] = [valueAt(bars.open, at), valueAt(bars.close, at)];
  const { from, to } = LIMITS.body;
  return (
    over(open, price) &&
    over(close, price) &&
    over(close / open, from) &&
    under(close / open, to) &&
    under(Math.abs(valueAt(bars.pct, at)), maxPct)
  );
}
