import { type ReactNode, useEffect } from 'react';
import styles from './page.module.css';

/** A page's frame: its title, its actions, and the rest. */
export function Page({
  title,
  aside,
  children,
  fill = false,
}: {
  title: string;
  /** What stands in the title's line. */
  aside?: ReactNode;
  children: ReactNode;
  /** The page is as high as the window, and its parts scroll by themselves. */
  fill?: boolean;
}): ReactNode {
  useEffect(() => {
    document.title = `${title} · Stock Cycle`;
  }, [title]);
  return (
    <div className={fill ? `${styles.page} ${styles.fill}` : styles.page}>
      <div className={styles.head}>
        <h1>{title}</h1>
        {aside}
      </div>
      {children}
    </div>
  );
}

/** A box with a heading. */
export function Panel({
  title,
  aside,
  children,
  className,
}: {
  title?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}): ReactNode {
  return (
    <section className={className === undefined ? styles.panel : `${styles.panel} ${className}`}>
      {(title !== undefined || aside !== undefined) && (
        <div className={styles.panelHead}>
          {title !== undefined && <h2>{title}</h2>}
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
