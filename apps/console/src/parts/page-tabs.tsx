import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './page-tabs.module.css';

export interface PageTab {
  readonly href: string;
  readonly title: string;
  readonly current: boolean;
}

/** The parts of a page, each with an address of its own. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }): ReactNode {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ href, title, current }) => (
        <Link key={href} href={href} className={styles.tab} aria-current={current ? 'page' : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  );
}
