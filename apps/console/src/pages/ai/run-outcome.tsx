import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { useMessages } from '../../i18n/messages';
import styles from './ai.module.css';
import { runMessages } from './run-messages';

type Outcome = Schemas['AiRunSummaryResponse']['outcome'];

const SIGNS: Readonly<Record<Outcome, string>> = { running: '●', answered: '✓', unusable: '⚠', failed: '✕' };

/** How a run ended, as a sign and a word. */
export function RunOutcome({ outcome }: { outcome: Outcome }): ReactNode {
  const t = useMessages(runMessages);
  const bad = outcome === 'failed' || outcome === 'unusable';
  return (
    <span className={bad ? styles.fault : undefined}>
      <span aria-hidden="true">{SIGNS[outcome]}</span> {t[outcome]}
    </span>
  );
}
