import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type SubmitEvent, type ReactNode, useState } from 'react';
import { useMessages } from '../../i18n/messages';
import { marketMessages } from './market-messages';
import styles from './market.module.css';

/** Asks to type a phrase before the demo market is removed, which nothing brings back. */
export function TypedConfirmation({
  opened,
  onClose,
  onConfirm,
}: {
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
}): ReactNode {
  const t = useMessages(marketMessages);
  const [typed, setTyped] = useState('');
  const close = (): void => {
    setTyped('');
    onClose();
  };
  const confirm = (event: SubmitEvent): void => {
    event.preventDefault();
    if (typed.trim() !== t.confirmPhrase) return;
    close();
    onConfirm();
  };
  return (
    <Modal opened={opened} onClose={close} title={t.confirmTitle} closeButtonProps={{ 'aria-label': t.close }}>
      <form className={styles.stack} onSubmit={confirm}>
        <p className={styles.hint}>{t.confirmText}</p>
        <TextInput
          data-autofocus
          autoComplete="off"
          label={t.typeToConfirm(t.confirmPhrase)}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t.cancel}
          </Button>
          <Button type="submit" disabled={typed.trim() !== t.confirmPhrase}>
            {t.confirm}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
