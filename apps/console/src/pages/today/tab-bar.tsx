import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { todayMessages } from './today-messages';
import styles from './today.module.css';
import { type Tab, TABS, type WorkList } from './today-work';

/** The lists of the day, each with how much there is to do. */
export function TabBar({
  tab,
  work,
  onTab,
}: {
  tab: Tab;
  work: Readonly<Record<Tab, WorkList>>;
  onTab: (tab: Tab) => void;
}): ReactNode {
  const t = useMessages(todayMessages);
  return (
    <nav className={styles.tabs} aria-label={t.tabs}>
      {TABS.map((name) => (
        <button
          key={name}
          type="button"
          className={styles.tab}
          aria-current={name === tab ? 'page' : undefined}
          onClick={() => onTab(name)}
        >
          {t[name]} <Count value={work[name].total} />
        </button>
      ))}
    </nav>
  );
}

function Count({ value }: { value: number | undefined }): ReactNode {
  const formats = useFormats();
  return <span className={`figure ${styles.count}`}>{value === undefined ? '…' : formats.count(value)}</span>;
}
