import { TextInput } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useMessages } from '../../i18n/messages';
import { sessionsMessages } from './sessions-messages';
import styles from './sessions.module.css';

const REST_MS = 250;

/** Filters by code or name when the typing rests; what an input method composes is not asked for before it is there. */
export function TextFilter({
  text,
  onText,
  field,
  onLeave,
}: {
  text: string;
  onText: (text: string) => void;
  field?: RefObject<HTMLInputElement | null>;
  /** Esc, ↵ and ↓ lead back to the list. */
  onLeave?: () => void;
}): ReactNode {
  const t = useMessages(sessionsMessages);
  const [typed, setTyped] = useState(text);
  const [asked, setAsked] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address has changed by other means, such as Back or a view.
  if (text !== asked) {
    setAsked(text);
    setTyped(text);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (value: string): void => {
    clearTimeout(timer.current);
    const next = value.trim();
    setAsked(next);
    if (next !== text) onText(next);
  };
  return (
    <TextInput
      ref={field}
      className={styles.text}
      type="search"
      aria-label={t.text}
      placeholder={t.text}
      value={typed}
      onChange={(event) => {
        const { value } = event.currentTarget;
        setTyped(value);
        clearTimeout(timer.current);
        // Chromium tells of the composition with each change.
        if ((event.nativeEvent as InputEvent).isComposing) return;
        timer.current = setTimeout(() => ask(value), REST_MS);
      }}
      onCompositionEnd={(event) => {
        const { value } = event.currentTarget;
        clearTimeout(timer.current);
        timer.current = setTimeout(() => ask(value), REST_MS);
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (!['Enter', 'Escape', 'ArrowDown'].includes(event.key)) return;
        event.preventDefault();
        ask(typed);
        onLeave?.();
      }}
    />
  );
}
