import { createContext, type ReactNode, use } from 'react';
import styles from './provenance.module.css';

/** Whether values are tab stops here. A list makes them so in the row of its cursor alone. */
const TabStops = createContext(true);

/** Around a row: its values are reached by Tab where `at` holds. */
export function ValuesAreTabStops({ at, children }: { at: boolean; children: ReactNode }): ReactNode {
  return <TabStops value={at}>{children}</TabStops>;
}

/** A value that says where it comes from, under the pointer, at a touch and at the keyboard's focus. */
export function Provenance({ lines, children }: { lines: readonly string[]; children: ReactNode }): ReactNode {
  const isTabStop = use(TabStops);
  if (lines.length === 0) return children;
  return (
    <span className={styles.figure} data-provenance={lines.join('\n')} tabIndex={isTabStop ? 0 : undefined}>
      {children}
    </span>
  );
}
