import { useComputedColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePreferences } from '../../preferences/preferences';
import { useWords } from '../../words/words';
import styles from './jobs.module.css';
import { jobsWords } from './jobs-words';

const BOARD = '/api/admin/queues/';

/** bull-board in a frame of its own, in the console's language and, as far as browsers pass it on, its colour scheme. */
export function QueueBoard(): ReactNode {
  const say = useWords(jobsWords);
  const { language } = usePreferences();
  const colorScheme = useComputedColorScheme();
  return (
    <>
      <p className={styles.note}>{say.boardNote}</p>
      <iframe
        className={styles.board}
        title={say.boardTitle}
        src={`${BOARD}?language=${language}`}
        style={{ colorScheme }}
      />
    </>
  );
}
