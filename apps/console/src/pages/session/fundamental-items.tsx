import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Schemas } from '../../api/client';
import { Warnings } from '../../parts/warnings';
import { NOTHING } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { beforeFill } from './fill-before';
import styles from './fill.module.css';
import { fillMessages } from './fill-messages';
import { FundamentalItemTable } from './fundamental-item-table';

const NEEDED = 12;

/** The 20 items of a fundamental score: the point, who decided it, and why. */
export function FundamentalItems({
  jobId,
  scored,
}: {
  jobId: number;
  scored: Schemas['FundamentalScoreResponse'];
}): ReactNode {
  const t = useMessages(fillMessages);
  const before = beforeFill(jobId);
  const scoreText = (score: number | null): string => (score === null ? NOTHING : `${score}/20`);
  return (
    <>
      <p className={styles.counts}>
        <b className={`figure ${styles.score}`}>
          {before === null ? scoreText(scored.score) : t.scoreWas(scoreText(before.score), scoreText(scored.score))}
        </b>{' '}
        {t.available(scored.available)}
      </p>
      {scored.available < NEEDED && <p className={styles.quiet}>{t.tooFew}</p>}
      {scored.note !== null && <p className={styles.note}>{scored.note}</p>}
      {scored.aiRunId !== null && (
        <p className={styles.runs}>
          <Link href={`/ai/runs/${scored.aiRunId}`}>{t.run(scored.aiRunId)}</Link>
        </p>
      )}
      <Warnings warnings={scored.warnings} />
      <FundamentalItemTable items={scored.items} />
    </>
  );
}
