import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/messages';
import { screensMessages } from './screens-messages';
import styles from './screens.module.css';

/** A field of the form; one that was changed is marked, and says what it is by default. */
export function FormField({
  changed,
  usual,
  bounds,
  children,
}: {
  changed: boolean;
  /** Its usual value, in words. */
  usual: string;
  /** What it takes. */
  bounds?: string;
  children: ReactNode;
}): ReactNode {
  const t = useMessages(screensMessages);
  return (
    <div className={styles.field} data-changed={changed || undefined}>
      {children}
      {(changed || bounds !== undefined) && (
        <p className={styles.usual}>
          {[changed ? t.changedFrom(usual) : '', bounds ?? ''].filter(Boolean).join(' · ')}
        </p>
      )}
    </div>
  );
}
