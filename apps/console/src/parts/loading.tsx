import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { defineWords, useWords } from '../words/words';

const words = defineWords({ zh: { loading: '加载中' }, en: { loading: 'Loading' } });

/** Stands where rows will be, on the first visit. */
export function Loading({ rows = 4 }: { rows?: number }): ReactNode {
  const { loading } = useWords(words);
  return (
    <div role="status" aria-label={loading}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={20} mb={8} />
      ))}
    </div>
  );
}
