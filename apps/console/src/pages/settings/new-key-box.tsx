import { Button, Checkbox, CopyButton, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from '../../words/words';
import { settingsWords } from './settings-words';
import styles from './settings.module.css';

/** Shows a new key, this one time; it is left only by saying that the key is kept. */
export function NewKeyBox({ value, onLeave }: { value: string; onLeave: () => void }): ReactNode {
  const say = useWords(settingsWords);
  const [kept, setKept] = useState(false);
  return (
    <Modal
      opened
      onClose={onLeave}
      title={say.newKey}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size="lg"
    >
      <div className={styles.dialog}>
        <p>{say.newKeyHint}</p>
        <code className={styles.key} aria-label={say.newKey} role="textbox" aria-readonly="true" tabIndex={0}>
          {value}
        </code>
        <div>
          <CopyButton value={value}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? `✓ ${say.copied}` : say.copy}
              </Button>
            )}
          </CopyButton>
        </div>
        <p className={styles.quiet}>{say.tryIt}</p>
        <code className={styles.key}>
          {`curl -H "Authorization: Bearer ${value}" ${window.location.origin}/api/auth/me`}
        </code>
        <Checkbox label={say.savedIt} checked={kept} onChange={({ currentTarget: { checked } }) => setKept(checked)} />
        <div className={styles.actions}>
          <Button disabled={!kept} onClick={onLeave}>
            {say.done}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
