import type { ReactNode } from 'react';
import { useUser } from '../../api/console-state';
import { usePhaseNames } from '../../parts/phases';
import { useFormats } from '../../i18n/formats';
import { defineMessages, useMessages } from '../../i18n/messages';
import { yearInShanghai } from '../../records/calendar-days';
import { getDay } from '../../records/record-calls';
import styles from './history.module.css';
import type { SessionDetail } from './session-detail';
import { SessionNotes } from './session-notes';

const messages = defineMessages({
  zh: {
    happened: '经过',
    created: '新建跟踪',
    updated: '最近一次修改',
    closed: '关闭跟踪',
    scored: (score: number) => `基本面评分 ${score}/20`,
    reviewed: (day: string) => `复核日期定为 ${day}`,
    consensus: (value: string) => `AI 共识：${value}`,
    phaseNow: (phase: string) => `当前阶段 ${phase}`,
    remark: (kind: string, day: string) => `批注 ${kind} ${day}`,
    daily: '日记录',
    weekly: '周记录',
    cleared: '（清空了证据）',
    me: '我',
    user: (id: number) => `用户 #${id}`,
  },
  en: {
    happened: 'What happened',
    created: 'Session opened',
    updated: 'Last changed',
    closed: 'Session closed',
    scored: (score) => `Fundamental score ${score}/20`,
    reviewed: (day) => `Review set to ${day}`,
    consensus: (value) => `Models agree: ${value}`,
    phaseNow: (phase) => `phase ${phase}`,
    remark: (kind, day) => `Remark on the ${kind} of ${day}`,
    daily: 'daily record',
    weekly: 'weekly record',
    cleared: '(the evidence was cleared)',
    me: 'me',
    user: (id) => `user #${id}`,
  },
});

interface Happening {
  readonly at: string;
  readonly what: string;
  readonly by?: number;
  readonly text?: string | null;
}

/** The session's own texts, and what happened to it, newest first. */
export function History({ detail }: { detail: SessionDetail }): ReactNode {
  const t = useMessages(messages);
  const formats = useFormats();
  const user = useUser();
  const happenings = useHappenings(detail);
  return (
    <>
      <SessionNotes session={detail.session} />
      <h2 className={styles.title}>{t.happened}</h2>
      <ol className={styles.history}>
        {happenings.map(({ at, what, by, text }) => (
          <li key={`${at} ${what}`}>
            <span className={`figure ${styles.at}`}>
              {yearInShanghai(at)}-{formats.instant(at)}
            </span>
            <div>
              {what} {by !== undefined && <span className={styles.by}>{by === user.id ? t.me : t.user(by)}</span>}
              {text !== undefined && text !== null && text !== '' && <p>{text}</p>}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

function useHappenings({ session, dailyRows, weeklyRows }: SessionDetail): Happening[] {
  const t = useMessages(messages);
  const phases = usePhaseNames();
  const at = (instant: string | null, what: string, text: string | null = null): Happening[] =>
    instant === null ? [] : [{ at: instant, what, text }];
  const phase = session.currentPrimaryPhase;
  const remarks = [...dailyRows, ...weeklyRows].flatMap((record) =>
    record.manualRemarkHistory.map((remark) => ({
      at: remark.at,
      what: t.remark('tradeDate' in record ? t.daily : t.weekly, getDay(record)),
      by: remark.userId,
      text: remark.note ?? t.cleared,
    })),
  );
  return [
    ...at(session.createdAt, t.created, session.source),
    ...at(session.updatedAt, t.updated, phase === null ? null : t.phaseNow(phases[phase])),
    ...at(session.endedAt, t.closed, session.endReason),
    ...(session.fundamentalScore === null ? [] : at(session.fundamentalScoredAt, t.scored(session.fundamentalScore))),
    ...(session.nextReviewAt === null ? [] : at(session.nextReviewSetAt, t.reviewed(session.nextReviewAt))),
    ...(session.aiConsensus === null ? [] : at(session.aiConsensusAt, t.consensus(session.aiConsensus))),
    ...remarks,
  ].sort((one, other) => other.at.localeCompare(one.at));
}
