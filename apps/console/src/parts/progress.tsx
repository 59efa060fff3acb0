import type { ReactNode } from 'react';
import { useFormats } from '../i18n/formats';
import styles from './progress.module.css';

/** How far a long action is: a bar, `done / total`, and what else there is to say. */
export function Progress({
  label,
  done,
  total,
  children,
}: {
  /** What goes on, for screen readers. */
  label: string;
  done: number;
  total: number;
  children?: ReactNode;
}): ReactNode {
  const formats = useFormats();
  return (
    <div className={styles.progress}>
      <progress aria-label={label} value={total === 0 ? 0 : Math.min(done, total)} max={Math.max(total, 1)} />
      <span className="figure">
        {formats.count(done)} / {formats.count(total)}
      </span>
      {children}
    </div>
  );
}
