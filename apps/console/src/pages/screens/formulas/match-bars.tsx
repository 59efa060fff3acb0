import type { ReactNode } from 'react';
import { useConsoleState } from '../../../api/console-state';
import { useFormats } from '../../../i18n/formats';
import { useMessages } from '../../../i18n/messages';
import type { FormulaCheck } from './formula-check';
import { formulaMessages } from './formula-messages';
import styles from './formulas.module.css';

/** On how many stocks a formula held on each of the last days, oldest first. */
export function MatchBars({ matches }: { matches: FormulaCheck['recentMatches'] }): ReactNode {
  const t = useMessages(formulaMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const most = Math.max(...matches.map(({ matched }) => matched), 1);
  const [first, last] = [matches[0], matches.at(-1)];
  if (first === undefined || last === undefined) return null;
  const sum = t.matchesSum(formats.count(matches.length), formats.count(most), formats.count(last.matched));
  return (
    <figure className={styles.matches}>
      <figcaption>
        {t.matches} <span className={styles.quiet}>{sum}</span>
      </figcaption>
      <div className={styles.bars} role="img" aria-label={sum}>
        {matches.map(({ date, matched }) => (
          <span
            key={date}
            className={styles.slot}
            title={t.matchesOn(formats.day(date, today), formats.count(matched))}
          >
            <span style={{ height: `${(matched / most) * 100}%` }} data-none={matched === 0 || undefined} />
          </span>
        ))}
      </div>
      <div className={`figure ${styles.axis}`} aria-hidden="true">
        <span>{formats.day(first.date, today)}</span>
        <span>{formats.day(last.date, today)}</span>
      </div>
    </figure>
  );
}
