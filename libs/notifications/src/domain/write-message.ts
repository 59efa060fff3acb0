import type { EventData } from '#lib/events/domain';
import {
  backupTitle,
  budgetTitle,
  byWord,
  drainCounts,
  drainTitle,
  lateTitle,
  nameOf,
  phaseLine,
  scanTitle,
} from './fact-words';
import type { Message, MessageSection } from './message';
import type { PendingEvent } from './pending-event';
import { writeDailyDigest } from './write-daily-digest';

/** Of one type; the compiler knows which. */
type Events<Type extends PendingEvent['type']> = readonly (PendingEvent & { readonly type: Type })[];

/** Path of a page in the console, and what it is about. */
interface Draft {
  readonly title: string;
  readonly lines: readonly string[];
  readonly total: number;
  readonly sections?: readonly MessageSection[];
  readonly path: string;
}

/**
 * One message that tells events of one type, in Chinese. A line a fact; a channel shows the first ten and says how many more.
 * @param baseUrl Of the console, without a slash at its end; undefined: the message has no link.
 */
export function writeMessage(events: readonly [PendingEvent, ...PendingEvent[]], baseUrl: string | undefined): Message {
  const { path, ...message } = draft(events);
  return { ...message, link: baseUrl === undefined ? null : `${baseUrl}${path}` };
}

function draft(events: readonly [PendingEvent, ...PendingEvent[]]): Draft {
  const [first] = events;
  switch (first.type) {
    case 'scan.completed':
      return scanEnded(first.data);
    case 'screen.matched':
      return screenMatched(first.data);
    case 'session.phase_changed':
      return phasesChanged(events as Events<'session.phase_changed'>);
    case 'session.event':
      return eventsFound(events as Events<'session.event'>);
    case 'session.due':
      return reviewsDue(first.data);
    case 'price.crossed':
      return priceCrossed(first.data);
    case 'drain.completed':
    case 'drain.failed':
      return drainEnded(first.type, first.data);
    case 'market.late':
      return plain(lateTitle(first.data), [`来源：${first.data.source}`], '/market');
    case 'market.complete':
      return plain(`${first.data.day} 的行情已完整`, [`${String(first.data.bars)} 只股票有日线`], '/market');
    case 'study.completed':
      return studyEnded(first.data);
    case 'backup.failed':
      return plain(backupTitle(first.data), [`原因：${first.data.reason}`], '/settings');
    case 'budget.spent':
      return budgetSpent(first.data);
    case 'digest.evening':
    case 'digest.morning':
      return { ...writeDailyDigest(first.type, first.data), path: '/' };
    case 'channel.disabled':
      return plain(`通知渠道“${first.data.name}”已停用`, [`原因：${first.data.reason}`], '/settings/notifications');
  }
}

function plain(title: string, lines: readonly string[], path: string): Draft {
  return { title, lines, total: lines.length, path };
}

function scanEnded({ scanId, top, ...scan }: EventData['scan.completed']): Draft {
  return {
    title: scanTitle(scan),
    lines: top.map(({ entryDate, ...stock }) => `${nameOf(stock)} ${entryDate}`),
    total: scan.hits,
    path: `/scans/${String(scanId)}`,
  };
}

function screenMatched({ screen, screenName, day, matched, fresh, top }: EventData['screen.matched']): Draft {
  return {
    title: `${screenName}：${day} 新命中 ${String(fresh)} 只（共 ${String(matched)} 只）`,
    lines: top.map(({ close, pctChange, ...stock }) => `${nameOf(stock)} 收盘 ${close.toFixed(2)}${change(pctChange)}`),
    total: fresh,
    path: `/screens/${encodeURIComponent(screen)}`,
  };
}

function phasesChanged(events: Events<'session.phase_changed'>): Draft {
  const lines = events.map(({ data }) => phaseLine(data));
  const title = events.length === 1 ? `阶段变化：${lines[0] ?? ''}` : `${String(events.length)} 个会话的阶段变化`;
  return { title, lines, total: lines.length, path: sessionPath(events) };
}

function eventsFound(events: Events<'session.event'>): Draft {
  const lines = events.map(({ data }) => `${nameOf(data)} ${data.day} ${data.events.join('、')}（${byWord(data.by)}）`);
  const title =
    events.length === 1 ? `威科夫事件：${lines[0] ?? ''}` : `${String(events.length)} 个会话有新的威科夫事件`;
  return { title, lines, total: lines.length, path: sessionPath(events) };
}

/** A digest of one stock leads to its session, one of several to the list. */
function sessionPath(events: readonly { readonly data: { readonly sessionId: number } }[]): string {
  const ids = [...new Set(events.map(({ data }) => data.sessionId))];
  return ids.length === 1 ? `/sessions/${String(ids[0])}` : '/sessions';
}

function reviewsDue({ day, sessions }: EventData['session.due']): Draft {
  return {
    title: `${day}：${String(sessions.length)} 个会话到了复核日`,
    lines: sessions.map(({ dueOn, ...stock }) => `${nameOf(stock)}${dueOn < day ? `（应于 ${dueOn}）` : ''}`),
    total: sessions.length,
    path: '/sessions?review_due=due&sort=next_review_at&order=asc',
  };
}

function priceCrossed({ day, close, pctChange, ...stock }: EventData['price.crossed']): Draft {
  const title = `价格提醒：${nameOf(stock)} ${day} 收盘 ${close.toFixed(2)}${change(pctChange)}`;
  return { title, lines: [], total: 0, path: `/market/stocks/${stock.code}` };
}

function drainEnded(type: 'drain.completed' | 'drain.failed', drain: EventData['drain.completed']): Draft {
  return plain(drainTitle(type, drain), [drainCounts(drain)], `/ai/drains/${String(drain.drainId)}`);
}

function studyEnded({ studyId, screen, status, from, to, cases }: EventData['study.completed']): Draft {
  const title = status === 'completed' ? `历史检验完成：${screen}` : `历史检验失败：${screen}`;
  return plain(title, [`${from} 至 ${to}，${String(cases)} 个样本`], `/studies/${String(studyId)}`);
}

function budgetSpent(spent: EventData['budget.spent']): Draft {
  return plain(budgetTitle(spent), ['明天零点恢复'], '/ai');
}

function change(pct: number | null): string {
  return pct === null ? '' : ` ${pct >= 0 ? '+' : ''}${pct.toFixed(2)}%`;
}
