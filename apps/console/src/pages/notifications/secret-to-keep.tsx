import { Button, CopyButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { ShownOnce } from '../../parts/shown-once';
import styles from './notifications.module.css';

/** Shows a secret that was made, this one time; it is left only by saying that it is kept. */
export function SecretToKeep({
  title,
  hint,
  value,
  words,
  onLeave,
}: {
  title: string;
  hint: string;
  value: string;
  words: { readonly copy: string; readonly copied: string; readonly done: string };
  onLeave: () => void;
}): ReactNode {
  return (
    <ShownOnce title={title} hint={hint} value={value} onLeave={onLeave}>
      <div className={styles.actions}>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? words.copied : words.copy}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onLeave}>{words.done}</Button>
      </div>
    </ShownOnce>
  );
}
