import type { ReactNode } from 'react';
import { defineMessages, useMessages } from '../i18n/messages';
import styles from './status-word.module.css';

const messages = defineMessages({
  zh: {
    queued: '排队',
    running: '运行中',
    waiting: '等待',
    completed: '完成',
    failed: '失败',
    cancelled: '已取消',
    stopped: '提前停止',
  },
  en: {
    queued: 'Queued',
    running: 'Running',
    waiting: 'Waiting',
    completed: 'Completed',
    failed: 'Failed',
    cancelled: 'Cancelled',
    stopped: 'Stopped early',
  },
});

const SIGNS = {
  queued: '◌',
  running: '●',
  waiting: '◔',
  completed: '✓',
  failed: '✕',
  cancelled: '⊘',
  stopped: '◼',
} as const;
type Status = keyof typeof SIGNS;

/** How a job, scan, drain or import stands: a sign and a word, never red or green. */
export function StatusWord({ status }: { status: Status }): ReactNode {
  const t = useMessages(messages);
  return (
    <span className={styles.status} data-status={status}>
      <span aria-hidden="true">{SIGNS[status]}</span> {t[status]}
    </span>
  );
}

/** The word by itself, for lists of choices. */
export function useStatusName(): (status: Status) => string {
  const t = useMessages(messages);
  return (status) => t[status];
}
