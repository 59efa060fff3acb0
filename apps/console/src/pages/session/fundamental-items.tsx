import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Schemas } from '../../api/client';
import { Warnings } from '../../parts/warnings';
import { NOTHING } from '../../words/formats';
import { useWords } from '../../words/words';
import { beforeFill } from './fill-before';
import styles from './fill.module.css';
import { fillWords } from './fill-words';
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
  const say = useWords(fillWords);
  const before = beforeFill(jobId);
  const scoreText = (score: number | null): string => (score === null ? NOTHING : `${score}/20`);
  return (
    <>
      <p className={styles.counts}>
        <b className={`figure ${styles.score}`}>
          {before === null ? scoreText(scored.score) : say.scoreWas(scoreText(before.score), scoreText(scored.score))}
        </b>{' '}
        {say.available(scored.available)}
      </p>
      {scored.available < NEEDED && <p className={styles.quiet}>{say.tooFew}</p>}
      {scored.note !== null && <p className={styles.note}>{scored.note}</p>}
      {scored.aiRunId !== null && (
        <p className={styles.runs}>
          <Link href={`/ai/runs/${scored.aiRunId}`}>{say.run(scored.aiRunId)}</Link>
        </p>
      )}
      <Warnings warnings={scored.warnings} />
      <FundamentalItemTable items={scored.items} />
    </>
  );
}
