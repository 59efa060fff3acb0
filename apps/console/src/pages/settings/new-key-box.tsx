import { Button, Checkbox, CopyButton, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../i18n/messages';
import { settingsMessages } from './settings-messages';
import styles from './settings.module.css';

/** Shows a new key, this one time; it is left only by saying that the key is kept. */
export function NewKeyBox({ value, onLeave }: { value: string; onLeave: () => void }): ReactNode {
  const t = useMessages(settingsMessages);
  const [kept, setKept] = useState(false);
  return (
    <Modal
      opened
      onClose={onLeave}
      title={t.newKey}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size="lg"
    >
      <div className={styles.dialog}>
        <p>{t.newKeyHint}</p>
        <code className={styles.key} aria-label={t.newKey} role="textbox" aria-readonly="true" tabIndex={0}>
          {value}
        </code>
        <div>
          <CopyButton value={value}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? `✓ ${t.copied}` : t.copy}
              </Button>
            )}
          </CopyButton>
        </div>
        <p className={styles.quiet}>{t.tryIt}</p>
        <code className={styles.key}>
          {`curl -H "Authorization: Bearer ${value}" ${window.location.origin}/api/auth/me`}
        </code>
        <Checkbox label={t.savedIt} checked={kept} onChange={({ currentTarget: { checked } }) => setKept(checked)} />
        <div className={styles.actions}>
          <Button disabled={!kept} onClick={onLeave}>
            {t.done}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
