import type { ReactNode } from 'react';
import styles from './notes.module.css';

/** Says why there is nothing, and what to do about it. */
export function EmptyNote({ children, action }: { children: ReactNode; action?: ReactNode }): ReactNode {
  return (
    <div className={styles.empty}>
      <p>{children}</p>
      {action}
    </div>
  );
}
