import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { EmptyNote } from '../../parts/empty-note';
import { useWords } from '../../words/words';
import { FIRST_QUERY, isFiltered, type SessionsQuery } from './sessions-query';
import { sessionsWords } from './sessions-words';

/** Why the list is empty, and what helps. */
export function EmptyList({
  query,
  onQuery,
}: {
  query: SessionsQuery;
  onQuery: (query: SessionsQuery) => void;
}): ReactNode {
  const t = useWords(sessionsWords);
  if (isFiltered(query)) {
    return (
      <EmptyNote
        action={
          <Button variant="default" onClick={() => onQuery({ ...FIRST_QUERY, sort: query.sort, order: query.order })}>
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
