import type { ReactNode } from 'react';
import { useConsoleState } from '../api/console-state';
import styles from './notes.module.css';

/** The server's warnings on a result. That the market is a demo stands in the top bar on every page and is left out here. */
export function Warnings({ warnings }: { warnings: readonly string[] }): ReactNode {
  const { marketNotices } = useConsoleState();
  return warnings
    .filter((warning) => !marketNotices.includes(warning))
    .map((warning) => (
      <p key={warning} className={styles.warning} role="note">
        {warning}
      </p>
    ));
}
