import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react';
import { useMessages } from '../../../i18n/messages';
import { usePreferences } from '../../../preferences/preferences';
import { type Completion, type Completions, findCompletions } from './completions';
import { type FormulaError, rangeOf, toLines } from './error-ranges';
import { type FormulaLanguage, type KnownNames, namesOf } from './formula-language';
import { formulaMessages } from './formula-messages';
import { cutFormula } from './formula-pieces';
import { insertText } from './insert-text';
import styles from './formulas.module.css';

const NO_NAMES: KnownNames = new Map();

/** A formula being typed: a text field of clear text over the same text in colours, with numbered lines. */
export function FormulaText({
  field,
  value,
  errors,
  language: known,
  describedBy,
  onChange,
}: {
  field: RefObject<HTMLTextAreaElement | null>;
  value: string;
  /** Of this text. */
  errors: readonly FormulaError[];
  language: FormulaLanguage | undefined;
  describedBy: string;
  onChange: (value: string) => void;
}): ReactNode {
  const t = useMessages(formulaMessages);
  const listId = useId();
  const fieldId = useId();
  const names = known === undefined ? NO_NAMES : namesOf(known);
  const pieces = cutFormula(value, names);
  const lines = toLines(
    value,
    pieces,
    errors.map((error) => rangeOf(error, value, pieces)),
  );
  const completing = useCompleting(field, value, known);
  const { open, active } = completing;
  return (
    <>
      <label className={styles.label} htmlFor={fieldId}>
        {t.text}
      </label>
      <div className={styles.editor}>
        <pre className={styles.coloured} aria-hidden="true">
          {lines.map((line, index) => (
            // The lines have no other name than their place.
            <div key={index} className={styles.textLine}>
              {line.map(({ at, kind, text, wrong }) => (
                <span key={at} data-kind={kind} data-wrong={wrong || undefined}>
                  {text}
                </span>
              ))}
            </div>
          ))}
        </pre>
        <textarea
          ref={field}
          className={styles.typed}
          id={fieldId}
          aria-describedby={describedBy}
          aria-invalid={errors.length > 0}
          aria-autocomplete="list"
          {...(open === undefined ? {} : { 'aria-controls': listId })}
          {...(open === undefined || active < 0 ? {} : { 'aria-activedescendant': `${listId}-${active}` })}
          value={value}
          rows={1}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
            completing.type(currentTarget.selectionStart);
          }}
          onKeyDown={completing.onKeyDown}
          onClick={completing.close}
          onBlur={completing.close}
        />
        {open !== undefined && (
          <CompletionList
            id={listId}
            before={value.slice(0, open.from)}
            open={open}
            active={active}
            onTake={completing.take}
          />
        )}
      </div>
    </>
  );
}

interface Completing {
  /** What is offered; undefined: nothing. */
  readonly open: Completions | undefined;
  /** The choice that Enter takes; -1: none. */
  readonly active: number;
  readonly type: (caret: number) => void;
  readonly close: () => void;
  readonly take: (choice: Completion) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}

const STAYS_OPEN = ['Shift', 'Control', 'Alt', 'Meta', 'Backspace', 'Delete'];

/** What is offered for the word that is typed, and the keys for it. */
function useCompleting(
  field: RefObject<HTMLTextAreaElement | null>,
  value: string,
  known: FormulaLanguage | undefined,
): Completing {
  const { language } = usePreferences();
  const [caret, setCaret] = useState<number | undefined>();
  const [moved, setMoved] = useState<number | undefined>();
  const open = caret === undefined || known === undefined ? undefined : findCompletions(value, caret, known, language);
  const active = open === undefined ? -1 : (moved ?? (open.isComplete ? -1 : 0));
  const close = (): void => setCaret(undefined);
  const take = ({ inserted, caretBack }: Completion): void => {
    if (open === undefined || field.current === null) return;
    const { from, to } = open;
    // `MA` before a parenthesis that stands there already takes no second one.
    const called = inserted.endsWith('()') && value.charAt(to) === '(';
    const text = called ? inserted.slice(0, -2) : inserted;
    insertText(field.current, text, { from, to, caretBack: called ? 0 : caretBack });
    close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (open === undefined || event.nativeEvent.isComposing) return;
    const { length } = open.choices;
    const choice = open.choices[active === -1 && event.key === 'Tab' ? 0 : active];
    if (event.key === 'ArrowDown') setMoved((active + 1) % length);
    else if (event.key === 'ArrowUp') setMoved((Math.max(active, 0) + length - 1) % length);
    else if (event.key === 'Escape') close();
    else if (['Enter', 'Tab'].includes(event.key) && choice !== undefined && isBare(event)) take(choice);
    else {
      if (event.key.length > 1 && !STAYS_OPEN.includes(event.key)) close();
      return;
    }
    event.preventDefault();
  };
  const type = (at: number): void => {
    setCaret(at);
    setMoved(undefined);
  };
  return { open, active, type, close, take, onKeyDown };
}

function isBare({ ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !shiftKey && !altKey;
}

/** The choices under the word that is typed: unseen text before them puts them there. */
function CompletionList({
  id,
  before,
  open,
  active,
  onTake,
}: {
  id: string;
  before: string;
  open: Completions;
  active: number;
  onTake: (choice: Completion) => void;
}): ReactNode {
  const t = useMessages(formulaMessages);
  const lines = before.split('\n');
  return (
    <div className={styles.places}>
      {lines.map((line, index) => (
        <div key={index} className={styles.textLine}>
          {line}
          {index === lines.length - 1 && (
            <ul id={id} role="listbox" aria-label={t.completions} className={styles.completions}>
              {open.choices.map((choice, place) => (
                <li
                  key={choice.name}
                  id={`${id}-${place}`}
                  role="option"
                  aria-selected={place === active}
                  // The field keeps the focus.
                  onMouseDown={(event) => {
                    event.preventDefault();
                    onTake(choice);
                  }}
                >
                  <code>{choice.usage}</code> <span>{choice.meaning}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
    </div>
  );
}
