import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { defineMessages, useMessages } from '../i18n/messages';

const messages = defineMessages({ zh: { loading: '加载中' }, en: { loading: 'Loading' } });

/** Stands where rows will be, on the first visit. */
export function Loading({ rows = 4 }: { rows?: number }): ReactNode {
  const { loading } = useMessages(messages);
  return (
    <div role="status" aria-label={loading}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={20} mb={8} />
      ))}
    </div>
  );
}
