import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './notifications.module.css';

/** Asks before something ends that nothing brings back. */
export function QuestionBox({
  title,
  warning,
  label,
  words,
  isPending = false,
  onLeave,
  onConfirm,
  children,
}: {
  title: string;
  warning: string;
  /** Of the button that ends it. */
  label: string;
  words: { readonly cancel: string; readonly close: string };
  isPending?: boolean;
  onLeave: () => void;
  onConfirm: () => void;
  /** What went wrong. */
  children?: ReactNode;
}): ReactNode {
  return (
    <Modal opened onClose={onLeave} title={title} closeButtonProps={{ 'aria-label': words.close }}>
      <div className={styles.dialog}>
        <p>{warning}</p>
        {children}
        <div className={styles.actions}>
          <Button variant="default" data-autofocus onClick={onLeave}>
            {words.cancel}
          </Button>
          <Button loading={isPending} onClick={onConfirm}>
            {label}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
