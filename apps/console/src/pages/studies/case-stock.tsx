import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './studies.module.css';

/** The stock of a case or a trade by code and name, leading to its chart on a day. */
export function CaseStock({ code, name, day }: { code: string; name: string | null; day: string }): ReactNode {
  return (
    <Link className={styles.stock} href={`/market/stocks/${code}?day=${day}`}>
      <span className="code">{code}</span> {name ?? ''}
    </Link>
  );
}
