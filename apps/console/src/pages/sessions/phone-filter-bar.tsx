import { type ReactNode, useState } from 'react';
import { useMessages } from '../../i18n/messages';
import { FilterSheet } from './filter-sheet';
import { ChosenScreen } from './screen-filter';
import type { SessionPage } from './session-pages';
import { isFiltered, type SessionsQuery } from './sessions-query';
import { sessionsMessages } from './sessions-messages';
import styles from './sessions.module.css';
import { ShownCount } from './shown-count';

/** The filters on a phone: a button that opens them, and how many sessions they leave. */
export function PhoneFilterBar({
  query,
  onQuery,
  shown,
  found,
}: {
  query: SessionsQuery;
  onQuery: (query: SessionsQuery) => void;
  shown: number | undefined;
  /** What the screen of the query has found. */
  found: SessionPage['screen'];
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
      {query.screen !== '' && (
        <ChosenScreen chosen={query.screen} found={found} onRemove={() => onQuery({ ...query, screen: '' })} />
      )}
      <ShownCount shown={shown} />
      {open && <FilterSheet query={query} onQuery={onQuery} onEnd={() => setOpen(false)} />}
    </div>
  );
}
