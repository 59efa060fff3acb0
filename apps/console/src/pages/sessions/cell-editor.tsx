import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import styles from './sessions.module.css';

/** A cell that is being edited: ↵ saves, Esc leaves, Tab saves and goes to the next one. */
export function CellEditor({
  type,
  label,
  first,
  onSave,
  onLeave,
  onNext,
}: {
  type: 'number' | 'date';
  label: string;
  first: string;
  onSave: (value: string) => void;
  /** Back to the list, without a change. */
  onLeave: () => void;
  onNext?: (() => void) | undefined;
}): ReactNode {
  const [value, setValue] = useState(first);
  const over = useRef(false);
  const end = (then: () => void): void => {
    if (over.current) return;
    over.current = true;
    then();
  };
  const save = (): void => {
    // A part of a day is no day.
    const isDay = type === 'number' || value === '' || /^\d{4}-\d{2}-\d{2}$/.test(value);
    if (value === first || !isDay) onLeave();
    else onSave(value);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    event.stopPropagation();
    if (event.key === 'Enter') end(save);
    else if (event.key === 'Escape') end(onLeave);
    else if (event.key === 'Tab' && !event.shiftKey && onNext !== undefined) {
      event.preventDefault();
      end(() => {
        save();
        onNext();
      });
    }
  };
  return (
    <input
      className={styles.editor}
      type={type === 'date' ? 'text' : type}
      {...(type === 'date' ? { inputMode: 'numeric', placeholder: 'YYYY-MM-DD', maxLength: 10 } : {})}
      aria-label={label}
      value={value}
      {...(type === 'number' ? { min: 0, max: 100, step: 1 } : {})}
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setValue(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => end(save)}
      onDoubleClick={(event) => event.stopPropagation()}
    />
  );
}
