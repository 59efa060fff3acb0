import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../i18n/messages';
import type { ReviewRun } from './review-run';
import { todayMessages } from './today-messages';
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
  const t = useMessages(todayMessages);
  const [now] = useState(() => Date.now());
  return (
    <div className={styles.runEnd} role="status">
      <h2>{t.runTitle}</h2>
      {run !== undefined && (
        <p className="figure">
          {t.runOf(run.reviewed, Math.round((now - run.beganAt) / MINUTE_MS))}
          {run.phases > 0 && ` · ${t.runPhases(run.phases)}`}
          {run.records > 0 && ` · ${t.runRecords(run.records)}`}
        </p>
      )}
      {left > 0 && <p>{t.runLeft(left)}</p>}
      {left > 0 && (
        <Button variant="default" onClick={onAgain}>
          {t.runAgain}
        </Button>
      )}
    </div>
  );
}
