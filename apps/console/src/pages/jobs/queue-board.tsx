import { useComputedColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePreferences } from '../../preferences/preferences';
import { useMessages } from '../../i18n/messages';
import styles from './jobs.module.css';
import { jobsMessages } from './jobs-messages';

const BOARD = '/api/admin/queues/';

/** bull-board in a frame of its own, in the console's language and, as far as browsers pass it on, its colour scheme. */
export function QueueBoard(): ReactNode {
  const t = useMessages(jobsMessages);
  const { language } = usePreferences();
  const colorScheme = useComputedColorScheme();
  return (
    <>
      <p className={styles.note}>{t.boardNote}</p>
      <iframe
        className={styles.board}
        title={t.boardTitle}
        src={`${BOARD}?language=${language}`}
        style={{ colorScheme }}
      />
    </>
  );
}
