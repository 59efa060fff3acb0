import type { MoneyFlowVendor } from '#lib/market-sync';
import type { EvidenceValue, EvidenceWords } from '../domain/evidence';
import { type Candidate, defineScreen } from '../domain/screen';
import type { StockBars } from '../domain/stock-bars';
import type { FlowClass, StockFlow } from '../domain/stock-flow';
import { valueAt } from '../measures/value-at';
import { gainOver, toNumber } from '../top-gainers/window-gain';

const YI = 1e8;
/** The longest window; days of inflow in a row are counted no farther. */
const MOST_DAYS = 10;

const VENDOR_WORDS: EvidenceWords<MoneyFlowVendor> = {
  tushare: { zh: 'Tushare', en: 'Tushare' },
  eastmoney: { zh: '东方财富', en: 'East Money' },
  ths: { zh: '同花顺', en: '10jqka' },
};

/** Rule: screens.md, section 2. */
export const netInflow = defineScreen({
  id: 'net_inflow',
  version: 1,
  source: '资流净流入榜',
  words: {
    zh: {
      name: '资流净流入榜',
      description: '所选天数内主力净流入为正的股票，按净流入占成交额的比例或金额排名。数据来自一家供应商，不混用。',
    },
    en: {
      name: 'Net inflow',
      description:
        'Stocks of which the main force bought more than it sold over the window, by its share of the amount or by yuan. The figures are those of one vendor.',
    },
  },
  parameters: {
    window: { type: 'integer', default: 1, enum: [1, 3, 5, 10], zh: '天数', en: 'Open days' },
    by: { type: 'string', default: 'rate', enum: ['rate', 'amount'], zh: '排序', en: 'Order' },
    min_amount: {
      ...({ type: 'number', default: 1e8, minimum: 0, maximum: 1e12 } as const),
      ...{ zh: '最低合计成交额（元）', en: 'Least amount of the window (yuan)' },
    },
    top: { type: 'integer', default: 50, minimum: 1, maximum: 500, zh: '取前', en: 'Stocks' },
  },
  evidence: [
    { key: 'netMainYi', unit: 'yi', zh: '主力净流入', en: 'Net inflow, main' },
    { key: 'netRatePct', unit: 'pct', zh: '净流入/成交额', en: 'Net inflow / amount' },
    { key: 'netXlYi', unit: 'yi', zh: '特大单', en: 'Extra large' },
    { key: 'netLYi', unit: 'yi', zh: '大单', en: 'Large' },
    { key: 'netMYi', unit: 'yi', zh: '中单', en: 'Medium' },
    { key: 'netSYi', unit: 'yi', zh: '小单', en: 'Small' },
    { key: 'amountYi', unit: 'yi', zh: '合计成交额', en: 'Amount' },
    { key: 'inflowDays', unit: 'bars', zh: '连续净流入', en: 'Inflows in a row' },
    { key: 'gainPct', unit: 'pct', zh: '涨幅', en: 'Gain' },
    { key: 'divergence', unit: 'yesNo', zh: '流入而未涨', en: 'Inflow without a gain' },
    { key: 'vendor', unit: 'text', zh: '数据来源', en: 'Vendor', values: VENDOR_WORDS },
  ],

  needs: ({ window }) => ({ bars: MOST_DAYS + 1, flow: { days: MOST_DAYS, window }, market: true }),

  find(bars, from, { window, by, min_amount: minAmount }, found, { flow } = {}) {
    if (flow === undefined) return;
    for (let at = from; at < bars.count; at += 1) {
      const first = firstOf(bars, at, window);
      const netMain = sumOf(bars, first, at, (day) => flow.net('main', day));
      const amount = sumOf(bars, first, at, (_day, each) => valueAt(bars.amount, each));
      if (!(netMain > 0) || !(amount >= minAmount) || amount === 0) continue;
      const rate = netMain / amount;
      found(at, {
        score: by === 'rate' ? rate : netMain / YI,
        evidence: describe(bars, flow, { first, at, netMain, amount }),
      });
    }
  },

  rank: (candidates, { top }) =>
    [...candidates].sort((a, b) => b.score - a.score || (a.code < b.code ? -1 : 1)).slice(0, top),
});

interface Inflow {
  readonly first: number;
  readonly at: number;
  /** Yuan. */
  readonly netMain: number;
  readonly amount: number;
}

function describe(bars: StockBars, flow: StockFlow, { first, at, netMain, amount }: Inflow): Candidate['evidence'] {
  const inYi = (flowClass: FlowClass): EvidenceValue => {
    const sum = sumOf(bars, first, at, (day) => flow.net(flowClass, day));
    return Number.isNaN(sum) ? null : sum / YI;
  };
  const gain = gainOver(bars, first, at);
  const gainPct = gain === null ? null : toNumber(gain) * 100;
  return {
    ...{ netMainYi: netMain / YI, netRatePct: (netMain / amount) * 100 },
    ...{ netXlYi: inYi('xl'), netLYi: inYi('l'), netMYi: inYi('m'), netSYi: inYi('s'), amountYi: amount / YI },
    ...{ inflowDays: countInflows(bars, flow, at), gainPct, divergence: gainPct === null ? null : gainPct <= 0 },
    vendor: flow.vendor,
  };
}

/** The first bar of a window of the market's days. */
function firstOf({ day }: StockBars, at: number, window: number): number {
  let first = at;
  while (first > 0 && valueAt(day, first - 1) > valueAt(day, at) - window) first -= 1;
  return first;
}

/** NaN where a value is not known. */
function sumOf({ day }: StockBars, first: number, last: number, of: (day: number, at: number) => number): number {
  let sum = 0;
  for (let at = first; at <= last; at += 1) sum += of(valueAt(day, at), at);
  return sum;
}

/** Bars in a row that end with `at` and had a net inflow, of the market's newest ten days. */
function countInflows(bars: StockBars, flow: StockFlow, at: number): number {
  const first = firstOf(bars, at, MOST_DAYS);
  let count = 0;
  while (at - count >= first && flow.net('main', valueAt(bars.day, at - count)) > 0) count += 1;
  return count;
}
