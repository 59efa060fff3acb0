import type { DigestData, DigestFailure, DigestList } from '#lib/events/domain';
import type { DigestEvent } from './digest-events';
import {
  backupTitle,
  budgetTitle,
  drainCounts,
  drainTitle,
  lateTitle,
  nameOf,
  phaseLine,
  scanTitle,
} from './fact-words';
import type { Message, MessageSection } from './message';

const WORDS: Readonly<Record<DigestEvent, { name: string; nothing: string }>> = {
  'digest.evening': { name: '收盘摘要', nothing: '今日无变化' },
  'digest.morning': { name: '盘前摘要', nothing: '昨夜无变化' },
};

/** The message of a daily digest, in Chinese; sections without anything are left out. */
export function writeDailyDigest(event: DigestEvent, digest: DigestData): Omit<Message, 'link'> {
  const { name, nothing } = WORDS[event];
  const sections = sectionsOf(digest);
  const lines = [marketLine(digest), ...(sections.length === 0 ? [nothing] : [])];
  return { title: `${digest.day} ${name}`, lines, total: lines.length, sections };
}

function marketLine({ market: { dataThrough, expected } }: DigestData): string {
  if (dataThrough === null) return '还没有完整的行情';
  return dataThrough >= expected ? `行情截至 ${dataThrough}，已完整` : `行情截至 ${dataThrough}，${expected} 还不完整`;
}

function sectionsOf({ day, due, hits, scans, phases, drains, failures }: DigestData): MessageSection[] {
  const overdue = due.overdue === 0 ? '' : `，其中逾期 ${String(due.overdue)} 个`;
  return [
    section(`到期复核 ${String(due.total)} 个${overdue}`, due, ({ dueOn, ...stock }) =>
      dueOn < day ? `${nameOf(stock)}（应于 ${dueOn}）` : nameOf(stock),
    ),
    section(`新命中 ${String(hits.total)} 只`, hits, ({ screenName, ...stock }) => `${nameOf(stock)}（${screenName}）`),
    section(`扫描 ${String(scans.total)} 次`, scans, scanTitle),
    section(`阶段变化 ${String(phases.total)} 个`, phases, phaseLine),
    section(
      `批量填写 ${String(drains.total)} 次`,
      drains,
      (drain) => `${drainTitle('drain.completed', drain)}：${drainCounts(drain)}`,
    ),
    section(`失败 ${String(failures.total)} 项`, failures, failureLine),
  ].flat();
}

function section<Item>(
  title: string,
  { total, top }: DigestList<Item>,
  toLine: (item: Item) => string,
): MessageSection[] {
  return total === 0 ? [] : [{ heading: `【${title}】`, lines: top.map(toLine), total }];
}

function failureLine(failure: DigestFailure): string {
  switch (failure.type) {
    case 'drain.failed':
      return `${drainTitle(failure.type, failure.data)}：${drainCounts(failure.data)}`;
    case 'market.late':
      return lateTitle(failure.data);
    case 'backup.failed':
      return `${backupTitle(failure.data)}：${failure.data.reason}`;
    case 'budget.spent':
      return budgetTitle(failure.data);
  }
}
