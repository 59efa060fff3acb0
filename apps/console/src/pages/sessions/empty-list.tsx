import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { EmptyNote } from '../../parts/empty-note';
import { useMessages } from '../../i18n/messages';
import { DEFAULT_QUERY, isFiltered, type SessionsQuery } from './sessions-query';
import { sessionsMessages } from './sessions-messages';

/** Why the list is empty, and what helps. */
export function EmptyList({
  query,
  onQuery,
}: {
  query: SessionsQuery;
  onQuery: (query: SessionsQuery) => void;
}): ReactNode {
  const t = useMessages(sessionsMessages);
  if (isFiltered(query)) {
    return (
      <EmptyNote
        action={
          <Button variant="default" onClick={() => onQuery({ ...DEFAULT_QUERY, sort: query.sort, order: query.order })}>
            {t.clear}
          </Button>
        }
      >
        {t.emptyFiltered}
      </EmptyNote>
    );
  }
  return <EmptyNote action={<Link href="/scans">{t.toScans}</Link>}>{t.empty}</EmptyNote>;
}
