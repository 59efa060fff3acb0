import type { ReactNode } from 'react';
import { useUser } from '../../api/console-state';
import { usePhaseNames } from '../../parts/phases';
import { useFormats } from '../../words/formats';
import { defineWords, useWords } from '../../words/words';
import { yearInShanghai } from '../../records/calendar-days';
import { dayOf } from '../../records/record-calls';
import styles from './history.module.css';
import type { SessionDetail } from './session-detail';
import { SessionNotes } from './session-notes';

const words = defineWords({
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
  const say = useWords(words);
  const formats = useFormats();
  const user = useUser();
  const happenings = useHappenings(detail);
  return (
    <>
      <SessionNotes session={detail.session} />
      <h2 className={styles.title}>{say.happened}</h2>
      <ol className={styles.history}>
        {happenings.map(({ at, what, by, text }) => (
          <li key={`${at} ${what}`}>
            <span className={`figure ${styles.at}`}>
              {yearInShanghai(at)}-{formats.instant(at)}
            </span>
            <div>
              {what} {by !== undefined && <span className={styles.by}>{by === user.id ? say.me : say.user(by)}</span>}
              {text !== undefined && text !== null && text !== '' && <p>{text}</p>}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

function useHappenings({ session, dailyRows, weeklyRows }: SessionDetail): Happening[] {
  const say = useWords(words);
  const phases = usePhaseNames();
  const at = (instant: string | null, what: string, text: string | null = null): Happening[] =>
    instant === null ? [] : [{ at: instant, what, text }];
  const phase = session.currentPrimaryPhase;
  const remarks = [...dailyRows, ...weeklyRows].flatMap((record) =>
    record.manualRemarkHistory.map((remark) => ({
      at: remark.at,
      what: say.remark('tradeDate' in record ? say.daily : say.weekly, dayOf(record)),
      by: remark.userId,
      text: remark.note ?? say.cleared,
    })),
  );
  return [
    ...at(session.createdAt, say.created, session.source),
    ...at(session.updatedAt, say.updated, phase === null ? null : say.phaseNow(phases[phase])),
    ...at(session.endedAt, say.closed, session.endReason),
    ...(session.fundamentalScore === null ? [] : at(session.fundamentalScoredAt, say.scored(session.fundamentalScore))),
    ...(session.nextReviewAt === null ? [] : at(session.nextReviewSetAt, say.reviewed(session.nextReviewAt))),
    ...(session.aiConsensus === null ? [] : at(session.aiConsensusAt, say.consensus(session.aiConsensus))),
    ...remarks,
  ].sort((one, other) => other.at.localeCompare(one.at));
}
