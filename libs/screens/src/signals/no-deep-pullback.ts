import { atLeast } from '../measures/slack';
import { valueAt } from '../measures/value-at';
import { defineSignal } from './signal';

const BARS = 60;

export const noDeepPullback = defineSignal({
  id: 'no_deep_pullback',
  words: {
    zh: { name: '无大幅回撤', description: '60 日涨幅至少 60%，其间单日跌幅不超过 7%，连续两日合计跌幅不超过 10%。' },
    en: {
      name: 'No deep pullback',
      description: 'A gain of 60 % in 60 bars, with no fall of more than 7 % in a bar or 10 % in two.',
    },
  },
  parameters: {
    min_gain: { type: 'number', default: 60, minimum: 10, maximum: 300, zh: '最低涨幅（%）', en: 'Least gain (%)' },
    max_fall: {
      type: 'number',
      default: 7,
      minimum: 1,
      maximum: 20,
      zh: '单日最大跌幅（%）',
      en: 'Largest fall of a bar (%)',
    },
    max_fall_of_two: {
      type: 'number',
      default: 10,
      minimum: 1,
      maximum: 40,
      zh: '两日最大跌幅（%）',
      en: 'Largest fall of two bars (%)',
    },
  },
  evidence: [
    { key: 'gainPct', unit: 'pct', zh: '60日涨幅', en: 'Gain of 60 bars' },
    { key: 'worstPct', unit: 'pct', zh: '最大单日跌幅', en: 'Worst bar' },
  ],

  needs: () => ({ bars: BARS }),

  judge({ close }, at, { min_gain: minGain, max_fall: maxFall, max_fall_of_two: maxFallOfTwo }) {
    const first = at - BARS + 1;
    const change = (from: number, to: number) => (valueAt(close, to) / valueAt(close, from) - 1) * 100;
    const gainPct = change(first, at);
    if (!atLeast(gainPct, minGain)) return null;
    let worstPct = Infinity;
    for (let each = first + 1; each <= at; each += 1) {
      const pct = change(each - 1, each);
      if (!atLeast(pct, -maxFall)) return null;
      if (each > first + 1 && !atLeast(change(each - 2, each), -maxFallOfTwo)) return null;
      worstPct = Math.min(worstPct, pct);
    }
    return { score: gainPct, evidence: { gainPct, worstPct } };
  },
});
