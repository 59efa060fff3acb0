import type { StockBars } from '../domain/stock-bars';
import { type Candidate, defineScreen } from '../domain/screen';
import { isLocked } from '../measures/bar-shape';
import { boardLimitPercent, closesAtLimitUp, countLimitUps } from '../measures/price-limits';
import { valueAt } from '../measures/value-at';
import { compareFractions, type Fraction, gainOver, toNumber } from './window-gain';

const LIMITS = {
  /** Yuan. */
  minAmount: 5e7,
  /** Of the window's open days a stock may have been suspended on one in five. */
  tradedShare: { bars: 4, days: 5 },
  /** A stock is older than the window by so many open days: its first five have no limit. */
  firstDays: 5,
  /** Limit-ups in a row are counted no farther. */
  limitUps: 30,
} as const;

/** `N` on the first day and `C` on the next four stand before the name of a newcomer whose price has no limit. */
const NEWCOMER = /^[NC]/;

/** Scores that are closer, as a share, compare as fractions. */
const COARSE = 1e-9;

/** Rule: screens.md, section 1. */
export const topGainers = defineScreen({
  id: 'top_gainers',
  version: 1,
  source: '涨幅榜',
  words: {
    zh: {
      name: '涨幅榜',
      description:
        '按所选天数的复权涨幅排名，可按板块涨跌幅限制折算。当日榜首多半次日难以买入，请看后效研究中的不可成交比例。',
    },
    en: {
      name: 'Top gainers',
      description:
        "Stocks by their gain over the window, as it is or in units of the board's limit. Leaders of the last day can rarely be bought next morning: see the share of unfillable cases in a study.",
    },
  },
  parameters: {
    window: { type: 'integer', default: 1, enum: [1, 3, 5, 10, 20, 60], zh: '天数', en: 'Open days' },
    top: { type: 'integer', default: 50, minimum: 1, maximum: 500, zh: '取前', en: 'Stocks' },
    order: { type: 'string', default: 'pct', enum: ['pct', 'normalised'], zh: '排序', en: 'Order' },
  },
  evidence: [
    { key: 'gainPct', unit: 'pct', zh: '涨幅', en: 'Gain' },
    { key: 'normalisedGain', unit: 'times', zh: '涨幅/涨跌幅限制', en: 'Gain / limit' },
    { key: 'amountYi', unit: 'yi', zh: '成交额', en: 'Amount' },
    { key: 'limitUp', unit: 'yesNo', zh: '收于涨停', en: 'Closed at limit-up' },
    { key: 'onePrice', unit: 'yesNo', zh: '一字板', en: 'One price' },
    { key: 'limitUpsInRow', unit: 'bars', zh: '连板', en: 'Limit-ups in a row' },
  ],

  needs: ({ window }) => ({ bars: Math.max(window, LIMITS.limitUps), market: true }),

  find(bars, from, { window, order }, found) {
    if (bars.name !== null && NEWCOMER.test(bars.name)) return;
    for (let at = from; at < bars.count; at += 1) {
      const gain = gainOf(bars, at, window);
      if (gain === null) continue;
      const limit = boardLimitPercent(bars, at);
      const gainPct = toNumber(gain) * 100;
      const normalisedGain = gainPct / limit;
      const amount = valueAt(bars.amount, at);
      const evidence = {
        gainPct,
        normalisedGain,
        amountYi: amount / 1e8,
        limitUp: closesAtLimitUp(bars, at),
        onePrice: isLocked(bars, at),
        limitUpsInRow: countLimitUps(bars, at, LIMITS.limitUps),
      };
      if (order === 'pct') found(at, { score: gainPct, exactScore: gain, evidence });
      else found(at, { score: normalisedGain, exactScore: inLimits(gain, limit), evidence });
    }
  },

  rank: (candidates, { top }) => [...candidates].sort(byGain).slice(0, top),
});

/** The gain of the open days of a window, or null for a stock that stays out. */
function gainOf(bars: StockBars, at: number, window: number): Fraction | null {
  const { tradedShare, minAmount, firstDays } = LIMITS;
  if (!(valueAt(bars.amount, at) >= minAmount)) return null;
  if (valueAt(bars.listDays, at) < window + firstDays) return null;
  const firstDay = valueAt(bars.day, at) - window + 1;
  if (firstDay < 0) return null;
  let first = at;
  while (first > 0 && valueAt(bars.day, first - 1) >= firstDay) first -= 1;
  const traded = at - first + 1;
  return traded * tradedShare.days < window * tradedShare.bars ? null : gainOver(bars, first, at);
}

/** @param limit Percent: the gain in units of it. */
function inLimits([numerator, denominator]: Fraction, limit: number): Fraction {
  return [numerator * 100n, denominator * BigInt(limit)];
}

/** Best first; of equal gains the one with the larger amount of the day, then the smaller code. */
function byGain(a: Candidate, b: Candidate): number {
  const apart = b.score - a.score;
  if (Math.abs(apart) > COARSE * Math.max(Math.abs(a.score), Math.abs(b.score))) return apart;
  const exact = a.exactScore && b.exactScore ? compareFractions(b.exactScore, a.exactScore) : apart;
  if (exact !== 0) return exact;
  return Number(b.evidence['amountYi']) - Number(a.evidence['amountYi']) || (a.code < b.code ? -1 : 1);
}
