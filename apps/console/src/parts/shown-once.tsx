import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './shown-once.module.css';

/** A dialog with a secret that is shown this one time: it is left by what `children` offer alone. */
export function ShownOnce({
  title,
  hint,
  value,
  size,
  onLeave,
  children,
}: {
  title: string;
  hint: string;
  value: string;
  size?: ModalProps['size'];
  onLeave: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <Modal
      opened
      onClose={onLeave}
      title={title}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      {...(size === undefined ? {} : { size })}
    >
      <div className={styles.dialog}>
        <p>{hint}</p>
        <code className={styles.code} aria-label={title} role="textbox" aria-readonly="true" tabIndex={0}>
          {value}
        </code>
        {children}
      </div>
    </Modal>
  );
}

/** A command with such a secret in it. */
export function CodeToCopy({ children }: { children: string }): ReactNode {
  return <code className={styles.code}>{children}</code>;
}
