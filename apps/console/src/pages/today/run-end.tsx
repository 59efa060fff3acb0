import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from '../../words/words';
import type { ReviewRun } from './review-run';
import { todayWords } from './today-words';
import styles from './today.module.css';

const MINUTE_MS = 60_000;

/** What a round came to. */
export function RunEnd({
  run,
  left,
  onAgain,
}: {
  run: ReviewRun | undefined;
  left: number;
  onAgain: () => void;
}): ReactNode {
  const say = useWords(todayWords);
  const [now] = useState(() => Date.now());
  return (
    <div className={styles.runEnd} role="status">
      <h2>{say.runTitle}</h2>
      {run !== undefined && (
        <p className="figure">
          {say.runOf(run.reviewed, Math.round((now - run.beganAt) / MINUTE_MS))}
          {run.phases > 0 && ` · ${say.runPhases(run.phases)}`}
          {run.records > 0 && ` · ${say.runRecords(run.records)}`}
        </p>
      )}
      {left > 0 && <p>{say.runLeft(left)}</p>}
      {left > 0 && (
        <Button variant="default" onClick={onAgain}>
          {say.runAgain}
        </Button>
      )}
    </div>
  );
}
