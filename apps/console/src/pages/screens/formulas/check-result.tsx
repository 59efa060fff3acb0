import type { ReactNode, RefObject } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useMessages } from '../../../i18n/messages';
import { FailureNote } from '../../../parts/failure-note';
import { UNNAMED_CONDITION } from '../evidence';
import { type FormulaError, rangeOf } from './error-ranges';
import type { CheckState, FormulaCheck } from './formula-check';
import type { KnownNames } from './formula-language';
import { formulaMessages } from './formula-messages';
import { cutFormula } from './formula-pieces';
import { MatchBars } from './match-bars';
import styles from './formulas.module.css';

/** Where a piece ends does not depend on what it means. */
const NO_NAMES: KnownNames = new Map();

/** What the server says of the formula: its errors, or what it shows, needs and found lately. */
export function CheckResult({
  state: { check, isCurrent, isChecking, error },
  isEmpty,
  field,
  text,
}: {
  state: CheckState;
  isEmpty: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
}): ReactNode {
  const t = useMessages(formulaMessages);
  const goTo = (wrong: FormulaError): void => {
    const { from, to } = rangeOf(wrong, text, cutFormula(text, NO_NAMES));
    field.current?.focus();
    field.current?.setSelectionRange(from, to);
  };
  return (
    <div className={styles.result} data-old={!isCurrent || undefined}>
      <p className={styles.verdict} role="status">
        {isEmpty ? t.nothingTyped : isChecking ? t.checking : check !== undefined && <Verdict check={check} />}
      </p>
      {error !== null && <FailureNote error={error} />}
      {check?.ok === false && (
        <ul className={styles.errors} aria-label={t.errors}>
          {check.errors.map((wrong) => (
            <li key={`${wrong.line} ${wrong.column} ${wrong.code}`}>
              <button type="button" disabled={!isCurrent} onClick={() => goTo(wrong)}>
                {t.at(wrong.line, wrong.column)}
              </button>{' '}
              {wrong.message}
            </li>
          ))}
        </ul>
      )}
      {check?.ok === true && <MatchBars matches={check.recentMatches} />}
    </div>
  );
}

function Verdict({ check: { ok, errors, outputs, needsBars, nodes } }: { check: FormulaCheck }): ReactNode {
  const t = useMessages(formulaMessages);
  const formats = useFormats();
  if (!ok) return <b className={styles.wrong}>✕ {t.wrong(errors.length)}</b>;
  const shown = outputs.map(({ name }) => name).filter((name) => name !== UNNAMED_CONDITION);
  const facts = [
    ...(shown.length === 0 ? [] : [t.outputs(shown.join(', '))]),
    needsBars === null ? t.needsAllBars : t.needsBars(formats.count(needsBars)),
    t.nodes(formats.count(nodes)),
  ];
  return (
    <>
      <b>✓ {t.good}</b> <span className={styles.quiet}>{facts.join(' · ')}</span>
    </>
  );
}
