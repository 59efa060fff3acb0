import type { Messages } from '../../i18n/messages';

const SENTENCES_ZH = {
  scanCompleted: (from: string, to: string, hits: number, created: number) =>
    `${from} 至 ${to} 的扫描：命中 ${hits} 只，新建 ${created} 个跟踪`,
  scanFailed: (from: string, to: string) => `${from} 至 ${to} 的扫描失败`,
  screenMatched: (name: string, day: string, fresh: number, matched: number) =>
    `“${name}”在 ${day} 新命中 ${fresh} 只，共 ${matched} 只`,
  phaseChanged: (stock: string, from: string, to: string, by: string) => `${stock} ${from} → ${to}（${by}）`,
  sessionEvent: (stock: string, day: string, events: string, by: string) => `${stock} ${day} ${events}（${by}）`,
  sessionsDue: (day: string, count: number) => `${day} 有 ${count} 个跟踪到期复核`,
  priceCrossed: (stock: string, day: string, close: string) => `${stock} ${day} 收盘 ${close}，条件满足`,
  drain: (day: string, filled: number, skipped: number, failed: number) =>
    `${day} 的批量补填：填写 ${filled}，跳过 ${skipped}，失败 ${failed}`,
  marketLate: (day: string) => `${day} 的行情到 19:00 还不完整`,
  marketComplete: (day: string, bars: number) => `${day} 的行情齐全，${bars} 只股票有日线`,
  studyCompleted: (name: string, from: string, to: string, cases: number) =>
    `“${name}” ${from} 至 ${to} 的检验：${cases} 个样本`,
  studyFailed: (name: string, from: string, to: string) => `“${name}” ${from} 至 ${to} 的检验失败`,
  backupFailed: (day: string, reason: string) => `${day} 的备份失败：${reason}`,
  budgetOfAll: (day: string) => `${day} 的 AI 预算已用完`,
  budgetOfUser: (day: string) => `${day} 你的 AI 额度已用完`,
  digest: (day: string, due: number, hits: number, failures: number) =>
    `${day} 的摘要：到期复核 ${due}，新命中 ${hits}，失败 ${failures}`,
  channelDisabled: (name: string) => `渠道“${name}”被关闭`,
  person: '手工',
  ai: 'AI',
  noPhase: '无',
  list: '、',
};

/** A sentence for each type of event. */
export const eventSentences: Messages<typeof SENTENCES_ZH> = {
  zh: SENTENCES_ZH,
  en: {
    scanCompleted: (from, to, hits, created) => `Scan of ${from} to ${to}: ${hits} hits, ${created} new sessions`,
    scanFailed: (from, to) => `Scan of ${from} to ${to}: failed`,
    screenMatched: (name, day, fresh, matched) => `“${name}” on ${day}: ${fresh} new hits of ${matched}`,
    phaseChanged: (stock, from, to, by) => `${stock} ${from} → ${to} (${by})`,
    sessionEvent: (stock, day, events, by) => `${stock} ${day} ${events} (${by})`,
    sessionsDue: (day, count) => (count === 1 ? `${day}: 1 review is due` : `${day}: ${count} reviews are due`),
    priceCrossed: (stock, day, close) => `${stock} closed at ${close} on ${day}, as a rule asks`,
    drain: (day, filled, skipped, failed) => `Drain of ${day}: ${filled} filled, ${skipped} skipped, ${failed} failed`,
    marketLate: (day) => `At 19:00 the market data of ${day} were not complete`,
    marketComplete: (day, bars) => `The market data of ${day} are complete, ${bars} stocks have a bar`,
    studyCompleted: (name, from, to, cases) => `Study of “${name}”, ${from} to ${to}: ${cases} cases`,
    studyFailed: (name, from, to) => `Study of “${name}”, ${from} to ${to}: failed`,
    backupFailed: (day, reason) => `The backup of ${day} failed: ${reason}`,
    budgetOfAll: (day) => `The AI budget of ${day} is used up`,
    budgetOfUser: (day) => `Your share of the AI budget of ${day} is used up`,
    digest: (day, due, hits, failures) =>
      `Digest of ${day}: ${due} reviews due, ${hits} new hits, ${failures} failures`,
    channelDisabled: (name) => `The channel “${name}” was switched off`,
    person: 'by hand',
    ai: 'AI',
    noPhase: 'none',
    list: ', ',
  },
};
