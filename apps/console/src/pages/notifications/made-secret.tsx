import { Button, CopyButton, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/messages';
import { channelMessages } from './channel-messages';
import styles from './notifications.module.css';

/** Shows the secret that was made for a webhook, this one time; it is left only by saying that it is kept. */
export function MadeSecret({ value, onLeave }: { value: string; onLeave: () => void }): ReactNode {
  const t = useMessages(channelMessages);
  return (
    <Modal
      opened
      onClose={onLeave}
      title={t.madeTitle}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <div className={styles.dialog}>
        <p>{t.madeHint}</p>
        <code className={styles.secret} aria-label={t.madeTitle} role="textbox" aria-readonly="true" tabIndex={0}>
          {value}
        </code>
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
      </div>
    </Modal>
  );
}
