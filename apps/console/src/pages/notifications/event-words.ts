import type { Schemas } from '../../api/client';
import type { Translated } from '../../i18n/messages';
import type { eventSentences } from './event-sentences';

export type LoggedEvent = Schemas['EventsResponse']['events'][number];

/** The names that events are told with, in one language. */
export interface EventNames {
  readonly t: Translated<(typeof eventSentences)['zh']>;
  readonly phases: Readonly<Record<string, string>>;
  readonly wyckoff: (code: string) => string;
  /** The name of a screen by its id. */
  readonly screen: (id: string) => string;
}

export interface EventWords {
  readonly sentence: string;
  /** Of the page that shows the thing. */
  readonly path: string;
}

/** What happened, in one sentence, and where it is seen. */
export function eventWords(event: LoggedEvent, { t, phases, wyckoff, screen }: EventNames): EventWords {
  const phaseOf = (phase: string | null): string => (phase === null ? t.noPhase : (phases[phase] ?? phase));
  switch (event.type) {
    case 'scan.completed': {
      const { scanId, status, startDate, endDate, hits, created } = event.data;
      const isDone = status === 'completed';
      const sentence = isDone ? t.scanCompleted(startDate, endDate, hits, created) : t.scanFailed(startDate, endDate);
      return { sentence, path: `/scans/${scanId}` };
    }
    case 'screen.matched': {
      const { screen: id, screenName, day, fresh, matched } = event.data;
      return { sentence: t.screenMatched(screenName, day, fresh, matched), path: `/screens/${encodeURIComponent(id)}` };
    }
    case 'session.phase_changed': {
      const { sessionId, from, to, by } = event.data;
      const sentence = t.phaseChanged(stockOf(event.data), phaseOf(from), phaseOf(to), t[by]);
      return { sentence, path: `/sessions/${sessionId}` };
    }
    case 'session.event': {
      const { sessionId, day, events, by } = event.data;
      const sentence = t.sessionEvent(stockOf(event.data), day, events.map(wyckoff).join(t.list), t[by]);
      return { sentence, path: `/sessions/${sessionId}` };
    }
    case 'session.due':
      return {
        sentence: t.sessionsDue(event.data.day, event.data.sessions.length),
        path: '/sessions?review_due=due&sort=next_review_at&order=asc',
      };
    case 'price.crossed': {
      const { code, day, close } = event.data;
      const sentence = t.priceCrossed(stockOf(event.data), day, close.toFixed(2));
      return { sentence, path: `/market/stocks/${code}` };
    }
    case 'drain.completed':
    case 'drain.failed': {
      const { drainId, tradeDay, filled, skipped, failed } = event.data;
      return { sentence: t.drain(tradeDay, filled, skipped, failed), path: `/ai/drains/${drainId}` };
    }
    case 'market.late':
      return { sentence: t.marketLate(event.data.day), path: '/market' };
    case 'market.complete':
      return { sentence: t.marketComplete(event.data.day, event.data.bars), path: '/market' };
    case 'study.completed': {
      const { studyId, screen: id, status, from, to, cases } = event.data;
      const isDone = status === 'completed';
      const sentence = isDone ? t.studyCompleted(screen(id), from, to, cases) : t.studyFailed(screen(id), from, to);
      return { sentence, path: `/studies/${studyId}` };
    }
    case 'backup.failed':
      return { sentence: t.backupFailed(event.data.day, event.data.reason), path: '/settings' };
    case 'budget.spent': {
      const { day, budget } = event.data;
      return { sentence: budget === 'all' ? t.budgetOfAll(day) : t.budgetOfUser(day), path: '/ai' };
    }
    case 'digest.evening':
    case 'digest.morning': {
      const { day, due, hits, failures } = event.data;
      return { sentence: t.digest(day, due.total, hits.total, failures.total), path: '/settings/notifications' };
    }
    case 'channel.disabled':
      return { sentence: t.channelDisabled(event.data.name), path: '/settings/notifications' };
  }
}

function stockOf({ code, stockName }: { readonly code: string; readonly stockName: string | null }): string {
  return stockName === null ? code : `${code} ${stockName}`;
}
