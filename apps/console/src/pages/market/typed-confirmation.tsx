import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type SubmitEvent, type ReactNode, useState } from 'react';
import { useWords } from '../../words/words';
import { marketWords } from './market-words';
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
  const say = useWords(marketWords);
  const [typed, setTyped] = useState('');
  const close = (): void => {
    setTyped('');
    onClose();
  };
  const confirm = (event: SubmitEvent): void => {
    event.preventDefault();
    if (typed.trim() !== say.confirmPhrase) return;
    close();
    onConfirm();
  };
  return (
    <Modal opened={opened} onClose={close} title={say.confirmTitle} closeButtonProps={{ 'aria-label': say.close }}>
      <form className={styles.stack} onSubmit={confirm}>
        <p className={styles.hint}>{say.confirmText}</p>
        <TextInput
          data-autofocus
          autoComplete="off"
          label={say.typeToConfirm(say.confirmPhrase)}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {say.cancel}
          </Button>
          <Button type="submit" disabled={typed.trim() !== say.confirmPhrase}>
            {say.confirm}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
