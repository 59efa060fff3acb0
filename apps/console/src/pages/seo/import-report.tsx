import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { useMessages } from '../../i18n/messages';
import { ImportCounts, ImportProgressLine, RejectedRows } from './import-counts';
import { isOver, useImport } from './import-request';
import { useSeoAddress } from './seo-address';
import { ImportUndo } from './import-undo';
import { seoMessages } from './seo-messages';

/** The third step: how far the import is, and what it did. */
export function ImportReport({ id }: { id: number }): ReactNode {
  const t = useMessages(seoMessages);
  const { set } = useSeoAddress();
  const { data, error, refetch } = useImport(id);
  if (error !== null) return <FailureNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  return (
    <>
      <ImportProgressLine shown={data} />
      {data.state === 'completed' && (
        <>
          <ImportCounts shown={data} />
          <RejectedRows shown={data} />
        </>
      )}
      <ImportUndo shown={data} />
      {isOver(data) && (
        <div>
          <Button variant="default" onClick={() => set({ preview: '', import: '' })}>
            {t.another}
          </Button>
        </div>
      )}
    </>
  );
}
