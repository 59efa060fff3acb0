import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { api, readData, type Schemas } from '../../api/client';
import { FailureNote } from '../../parts/failure-note';
import { Warnings } from '../../parts/warnings';
import { yearInShanghai } from '../../records/calendar-days';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import styles from './fill.module.css';
import { fillMessages } from './fill-messages';
import { FundamentalItemTable } from './fundamental-item-table';
import { scoreChanges } from './score-changes';

type Kept = Schemas['KeptFundamentalScoreResponse'];

/** One more than is listed, so that the oldest listed has one to be compared with. */
const READ = 11;

export const FUNDAMENTAL_SCORES = 'fundamental-scores';

/** The last scores of a session and what changed between them, with the last one's items unless they stand above already. */
export function FundamentalHistory({ sessionId, withItems }: { sessionId: number; withItems: boolean }): ReactNode {
  const t = useMessages(fillMessages);
  const formats = useFormats();
  const { data, error, refetch } = useScores(sessionId);
  if (error !== null) return <FailureNote error={error} onRetry={() => void refetch()} />;
  const [last] = data?.scores ?? [];
  if (data === undefined || last === undefined) return null;
  return (
    <section className={styles.fill} aria-label={t.scores}>
      <div className={styles.head}>
        <h2>{t.scores}</h2>
      </div>
      {withItems && (
        <>
          <p className={styles.quiet}>{t.available(last.available)}</p>
          {last.aiRunId !== null && (
            <p className={styles.runs}>
              <Link href={`/ai/runs/${last.aiRunId}`}>{t.run(last.aiRunId)}</Link>
            </p>
          )}
          <Warnings warnings={last.warnings} />
          <FundamentalItemTable items={last.items} />
        </>
      )}
      <ol className={styles.changes}>
        {data.scores.slice(0, READ - 1).map((kept, index) => (
          <li key={kept.id}>
            <b className="figure">{kept.score}/20</b>{' '}
            <span className={`figure ${styles.quiet}`}>
              {yearInShanghai(kept.scoredAt)}-{formats.instant(kept.scoredAt)}
            </span>{' '}
            <Changes kept={kept} before={data.scores[index + 1]} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Changes({ kept, before }: { kept: Kept; before: Kept | undefined }): ReactNode {
  const t = useMessages(fillMessages);
  const { gained, lost } = scoreChanges(kept.items, before?.items ?? kept.items);
  const said = [
    ...(kept.applied ? [] : [t.notApplied]),
    ...(gained.length > 0 ? [t.gained(gained)] : []),
    ...(lost.length > 0 ? [t.lost(lost)] : []),
    ...(before !== undefined && gained.length + lost.length === 0 ? [t.samePoints] : []),
  ];
  return <span className={styles.quiet}>{said.join(' · ')}</span>;
}

function useScores(sessionId: number) {
  return useQuery({
    queryKey: [FUNDAMENTAL_SCORES, sessionId],
    queryFn: () =>
      readData(
        api.GET('/api/stock-cycle/sessions/{id}/fundamental-scores', {
          params: { path: { id: sessionId }, query: { limit: READ } },
        }),
      ),
  });
}
