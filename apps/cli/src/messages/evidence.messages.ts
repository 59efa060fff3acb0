import { defineMessages, type Language } from './define-messages';

/** Units of what a screen shows of a hit. */
export const EVIDENCE_MESSAGES = defineMessages({
  zh: { times: '倍', yuan: '元', yi: '亿', lots: '手', bars: '根', days: '天', yes: '是', no: '否' },
  en: { times: 'x', yuan: 'yuan', yi: '100m', lots: 'lots', bars: 'bars', days: 'days', yes: 'yes', no: 'no' },
});

/** States that screens name by a word. */
export const EVIDENCE_STATES: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  // A selling climax and what came of it
  candidate: { zh: 'SC 当日', en: 'climax' },
  ar: { zh: '已反弹（AR）', en: 'rallied (AR)' },
  st: { zh: '二次测试（ST）', en: 'tested (ST)' },
  failed: { zh: '已失败', en: 'failed' },
  expired: { zh: '已过期', en: 'expired' },
  // The low-volume pool
  wake: { zh: '放量启动', en: 'woke up' },
  lower: { zh: '再创地量', en: 'lower still' },
  rise_dry: { zh: '缩量上涨', en: 'rising, dry' },
  drying: { zh: '缩量横盘', en: 'drying up' },
  waiting: { zh: '观察中', en: 'waiting' },
  broken: { zh: '已破位', en: 'broken' },
};
