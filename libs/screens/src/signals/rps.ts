import type { Candidate } from '../domain/screen';
import { atLeast } from '../measures/slack';
import { valueAt } from '../measures/value-at';
import { highestAt } from '../measures/windows';
import { defineSignal } from './signal';

/** Finds every stock with a return; which of them are strong is known beside the others of the day, so `rank` says it. */
export const rps = defineSignal({
  id: 'rps',
  words: {
    zh: { name: 'RPS 强势股', description: '120 日涨幅居全市场前一成，且收盘不低于期间最高价的九成。' },
    en: {
      name: 'Relative strength',
      description:
        'A 120-bar return among the best tenth of the market, with a close within 10 % of the highest price.',
    },
  },
  parameters: {
    bars: { type: 'integer', default: 120, minimum: 20, maximum: 250, zh: '天数', en: 'Bars' },
    min_percentile: {
      type: 'number',
      default: 90,
      minimum: 50,
      maximum: 100,
      zh: '最低百分位',
      en: 'Least percentile',
    },
    min_of_high: {
      type: 'number',
      default: 0.9,
      minimum: 0.5,
      maximum: 1,
      zh: '收盘/最高价',
      en: 'Close / highest price',
    },
  },
  evidence: [
    { key: 'percentile', unit: 'score', zh: 'RPS', en: 'Percentile' },
    { key: 'returnPct', unit: 'pct', zh: '涨幅', en: 'Return' },
    { key: 'ofHigh', unit: 'times', zh: '收盘/最高价', en: 'Close / highest price' },
  ],

  needs: ({ bars }) => ({ bars: bars + 1, market: true }),

  judge({ close, high }, at, { bars: count }) {
    const returnPct = (valueAt(close, at) / valueAt(close, at - count) - 1) * 100;
    if (Number.isNaN(returnPct)) return null;
    const ofHigh = valueAt(close, at) / highestAt(high, at, count);
    return { score: returnPct, evidence: { percentile: null, returnPct, ofHigh } };
  },

  rank(candidates, { min_percentile: minPercentile, min_of_high: minOfHigh }) {
    const ascending = [...candidates].sort((a, b) => a.score - b.score);
    const strong: Candidate[] = [];
    let below = 0;
    for (const [place, candidate] of ascending.entries()) {
      // Equal returns have one percentile.
      if (place > 0 && candidate.score > (ascending[place - 1]?.score ?? NaN)) below = place;
      const percentile = percentileOf(below, ascending.length);
      if (!atLeast(percentile, minPercentile) || !atLeast(Number(candidate.evidence['ofHigh']), minOfHigh)) continue;
      strong.push({ ...candidate, evidence: { ...candidate.evidence, percentile } });
    }
    return strong.sort((a, b) => b.score - a.score || (a.code < b.code ? -1 : 1));
  },
});

/** Percent of the other stocks that did worse; a stock alone is the best. */
function percentileOf(below: number, count: number): number {
  return count === 1 ? 100 : (below / (count - 1)) * 100;
}
