import type { ReactNode } from 'react';
import { NOTHING } from '../i18n/formats';
import { type Phase, PHASE_GLYPHS, usePhaseNames } from './phases';
import styles from './phase-chip.module.css';

/** A phase: its hue as a dot, its sign or name in ink. */
export function PhaseChip({ phase, short = false }: { phase: Phase | null; short?: boolean }): ReactNode {
  const names = usePhaseNames();
  if (phase === null) return <span className={styles.none}>{NOTHING}</span>;
  return (
    <span className={styles.chip} data-phase={phase} title={names[phase]}>
      <i className={styles.dot} aria-hidden="true" />
      {short ? (
        <>
          <span aria-hidden="true">{PHASE_GLYPHS[phase]}</span>
          <span className="spoken">{names[phase]}</span>
        </>
      ) : (
        names[phase]
      )}
    </span>
  );
}
