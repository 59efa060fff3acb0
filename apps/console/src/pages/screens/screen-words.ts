import type { Language } from '../../preferences/preferences';

interface Words {
  readonly zh: string;
  readonly en: string;
}

/** Values that the server names by a word: states in the evidence, and choices of parameters. */
const WORDS: Readonly<Record<string, Words>> = {
  // Parameters
  pct: { zh: '涨幅', en: 'Gain' },
  normalised: { zh: '涨幅/涨跌幅限制', en: 'Gain / limit' },
  strict: { zh: '严格', en: 'Strict' },
  standard: { zh: '标准', en: 'Standard' },
  loose: { zh: '宽松', en: 'Loose' },
  // A selling climax and what came of it
  candidate: { zh: 'SC 当日', en: 'Climax' },
  ar: { zh: '已反弹（AR）', en: 'Rallied (AR)' },
  st: { zh: '二次测试（ST）', en: 'Tested (ST)' },
  failed: { zh: '已失败', en: 'Failed' },
  expired: { zh: '已过期', en: 'Expired' },
  // The low-volume pool
  wake: { zh: '放量启动', en: 'Woke up' },
  lower: { zh: '再创地量', en: 'Lower still' },
  rise_dry: { zh: '缩量上涨', en: 'Rising, dry' },
  drying: { zh: '缩量横盘', en: 'Drying up' },
  waiting: { zh: '观察中', en: 'Waiting' },
  broken: { zh: '已破位', en: 'Broken' },
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
