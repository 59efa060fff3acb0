import type { EvidenceValue } from '../domain/evidence';
import { type Candidate, defineScreen } from '../domain/screen';
import type { StockBars } from '../domain/stock-bars';
import { barsSinceHighest } from '../measures/windows';
import { valueAt } from '../measures/value-at';
import { Aftermath, CLIMAX_STATE_WORDS } from './aftermath';
import { BARS_BEFORE_CLIMAX, findClimax } from './climax';
import { CLIMAX_PRESETS, CLIMAX_WINDOWS } from './thresholds';

/** Rule: screens.md, section 3. */
export const sellingClimax = defineScreen({
  id: 'selling_climax',
  version: 1,
  source: 'SC 恐慌抛售扫描',
  words: {
    zh: {
      name: 'SC 恐慌抛售扫描',
      description:
        '大跌之后放量、宽幅、收离低点的 60 日新低，并给出其后的状态：反弹、二次测试、失败或过期。一字跌停不算。',
    },
    en: {
      name: 'Selling climax',
      description:
        'A new 60-bar low after a long fall, on high volume and a wide range, that closes off its low; with what came of it since: rally, secondary test, failed or expired.',
    },
  },
  parameters: {
    preset: {
      type: 'string',
      default: 'standard',
      enum: ['strict', 'standard', 'loose'],
      zh: '标准',
      en: 'Preset',
    },
    look_back: { type: 'integer', default: 1, minimum: 1, maximum: 60, zh: '回看K线数', en: 'Bars to look back' },
  },
  evidence: [
    { key: 'state', unit: 'text', zh: '状态', en: 'State', values: CLIMAX_STATE_WORDS },
    { key: 'scDate', unit: 'date', zh: 'SC 日期', en: 'Day of the climax' },
    { key: 'drawdownPct', unit: 'pct', zh: '较60日最高收盘', en: 'From the 60-bar high close' },
    { key: 'volumeRatio', unit: 'times', zh: '量比（50日中位）', en: 'Volume / median of 50' },
    { key: 'trAtr', unit: 'times', zh: '真实波幅/ATR', en: 'True range / ATR' },
    { key: 'clv', unit: 'score', zh: '收盘位置', en: 'Close in its bar' },
    { key: 'daysDown', unit: 'bars', zh: '下跌天数', en: 'Bars since the high close' },
    { key: 'amountYi', unit: 'yi', zh: '成交额', en: 'Amount' },
    { key: 'firedSameDay', unit: 'count', zh: '同日触发数', en: 'Climaxes on that day' },
  ],

  needs: ({ look_back: lookBack }) => ({ bars: BARS_BEFORE_CLIMAX + lookBack }),

  find(bars, from, { preset, look_back: lookBack }, found) {
    const thresholds = CLIMAX_PRESETS[preset];
    let newest: Aftermath | null = null;
    for (let at = Math.max(0, from - lookBack + 1); at < bars.count; at += 1) {
      const climax = findClimax(bars, at, thresholds);
      if (climax !== null) newest = new Aftermath(bars, climax);
      else newest?.read(at);
      if (newest === null || at < from || at - newest.climax.at >= lookBack) continue;
      found(at, describe(bars, newest));
    }
  },

  rank(candidates) {
    const fired = new Map<EvidenceValue | undefined, number>();
    for (const { evidence } of candidates) fired.set(evidence['scDate'], (fired.get(evidence['scDate']) ?? 0) + 1);
    return candidates
      .map((candidate) => ({
        ...candidate,
        evidence: { ...candidate.evidence, firedSameDay: fired.get(candidate.evidence['scDate']) ?? 0 },
      }))
      .sort((a, b) => b.score - a.score || (a.code < b.code ? -1 : 1));
  },
});

/** How many others fired on the day is known in the market only, so {@link sellingClimax.rank} says it. */
function describe(bars: StockBars, { climax, state }: Aftermath): Omit<Candidate, 'code'> {
  const { at, tr, atr, rv, clv, highestClose } = climax;
  return {
    score: (rv * tr * clv) / atr,
    evidence: {
      state,
      scDate: valueAt(bars.day, at),
      drawdownPct: (valueAt(bars.close, at) / highestClose - 1) * 100,
      volumeRatio: rv,
      trAtr: tr / atr,
      clv,
      daysDown: barsSinceHighest(bars.close, at, CLIMAX_WINDOWS.extremeBars),
      amountYi: valueAt(bars.amount, at) / 1e8,
      firedSameDay: null,
    },
  };
}
