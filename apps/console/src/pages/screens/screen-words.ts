import type { Language } from '../../preferences/preferences';
import { CHECKLIST_WORDS } from './checklist-words';

interface Words {
  readonly zh: string;
  readonly en: string;
}

/** Choices of parameters that the server names by a word. */
const WORDS: Readonly<Record<string, Words>> = {
  pct: { zh: '涨幅', en: 'Gain' },
  normalised: { zh: '涨幅/涨跌幅限制', en: 'Gain / limit' },
  strict: { zh: '严格', en: 'Strict' },
  standard: { zh: '标准', en: 'Standard' },
  loose: { zh: '宽松', en: 'Loose' },
  rate: { zh: '净流入/成交额', en: 'Net inflow / amount' },
  amount: { zh: '净流入金额', en: 'Net inflow in yuan' },
  any: { zh: '不限', en: 'Any' },
  white_horse: { zh: '白马', en: 'Quality' },
  growth: { zh: '成长', en: 'Growth' },
  undervalued: { zh: '低估', en: 'Undervalued' },
  turnaround: { zh: '困境反转', en: 'Turnaround' },
  sound: { zh: '只排雷', en: 'Exclusions alone' },
  none: { zh: '不要求', en: 'None' },
  ...CHECKLIST_WORDS,
};

/** A value in words; itself if there are none for it. */
export function wordOf(value: string, language: Language): string {
  return WORDS[value]?.[language] ?? value;
}

/** In English the name of a source that sessions carry in Chinese. */
const SOURCES: Readonly<Record<string, string>> = {
  涨幅榜: 'Top gainers',
  资流净流入榜: 'Net inflow',
  'SC 恐慌抛售扫描': 'Selling climax',
  地量观察池扫描: 'Low-volume pool',
  一年地量扫描: 'One-year low volume',
  财务分析: 'Fundamentals',
  战术信号库: 'Signals',
  自编公式: 'Own formulas',
};

export function sourceName(source: string, language: Language): string {
  return language === 'zh' ? source : (SOURCES[source] ?? source);
}
