import { Button, Checkbox, CopyButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../i18n/messages';
import { CodeToCopy, ShownOnce } from '../../parts/shown-once';
import { settingsMessages } from './settings-messages';
import styles from './settings.module.css';

/** Shows a new key, this one time; it is left only by saying that the key is kept. */
export function NewKeyBox({ value, onLeave }: { value: string; onLeave: () => void }): ReactNode {
  const t = useMessages(settingsMessages);
  const [kept, setKept] = useState(false);
  return (
    <ShownOnce title={t.newKey} hint={t.newKeyHint} value={value} size="lg" onLeave={onLeave}>
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
      <CodeToCopy>{`curl -H "Authorization: Bearer ${value}" ${window.location.origin}/api/auth/me`}</CodeToCopy>
      <Checkbox label={t.savedIt} checked={kept} onChange={({ currentTarget: { checked } }) => setKept(checked)} />
      <div className={styles.actions}>
        <Button disabled={!kept} onClick={onLeave}>
          {t.done}
        </Button>
      </div>
    </ShownOnce>
  );
}
