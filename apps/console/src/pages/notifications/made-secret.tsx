import { Button, CopyButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/messages';
import { ShownOnce } from '../../parts/shown-once';
import { channelMessages } from './channel-messages';
import styles from './notifications.module.css';

/** Shows the secret that was made for a webhook, this one time; it is left only by saying that it is kept. */
export function MadeSecret({ value, onLeave }: { value: string; onLeave: () => void }): ReactNode {
  const t = useMessages(channelMessages);
  return (
    <ShownOnce title={t.madeTitle} hint={t.madeHint} value={value} onLeave={onLeave}>
      <div className={styles.actions}>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t.copied : t.copy}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onLeave}>{t.done}</Button>
      </div>
    </ShownOnce>
  );
}
