import { type ReactNode, useState } from 'react';
import { useMessages } from '../../i18n/messages';
import { FilterSheet } from './filter-sheet';
import { isFiltered, type SessionsQuery } from './sessions-query';
import { sessionsMessages } from './sessions-messages';
import styles from './sessions.module.css';
import { ShownCount } from './shown-count';

/** The filters on a phone: a button that opens them, and how many sessions they leave. */
export function PhoneFilterBar({
  query,
  onQuery,
  shown,
}: {
  query: SessionsQuery;
  onQuery: (query: SessionsQuery) => void;
  shown: number | undefined;
}): ReactNode {
  const t = useMessages(sessionsMessages);
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.bar}>
      <button
        type="button"
        className={styles.chip}
        data-set={isFiltered(query) || undefined}
        onClick={() => setOpen(true)}
      >
        {t.filters} <span aria-hidden="true">▾</span>
      </button>
      <ShownCount shown={shown} />
      {open && <FilterSheet query={query} onQuery={onQuery} onEnd={() => setOpen(false)} />}
    </div>
  );
}
