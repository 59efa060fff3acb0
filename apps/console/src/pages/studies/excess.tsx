import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/formats';
import { usePreferences } from '../../preferences/preferences';
import { directionOf, type ExcessFigures } from './study-figures';
import styles from './studies.module.css';

/** A mean excess and its interval; in the colours of prices only where the interval leaves zero out. */
export function Excess({ figures }: { figures: ExcessFigures }): ReactNode {
  const formats = useFormats();
  const { meanExcessPct: mean, meanExcessLowPct: low, meanExcessHighPct: high, insufficient } = figures;
  const { language } = usePreferences();
  const interval =
    low === null || high === null ? undefined : formatInterval(formats.change(low, 1), formats.change(high, 1));
  return (
    <span
      className={`figure ${styles.excess}`}
      data-direction={directionOf(figures)}
      data-few={insufficient || undefined}
    >
      {formats.change(mean, 1)}
      {interval !== undefined && (
        <span className={styles.interval}>{language === 'zh' ? `（${interval}）` : ` (${interval})`}</span>
      )}
    </span>
  );
}

/** The lower end loses its sign of percent: the upper one has it for both. */
function formatInterval(low: string, high: string): string {
  return `${low.replace('%', '')} … ${high}`;
}
