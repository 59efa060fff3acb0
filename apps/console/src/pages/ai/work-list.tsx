import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { MorePages } from '../../api/more-pages';
import { type Column, DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { aiMessages } from './ai-messages';

/** Drains or replays before now, newest first; the first column opens one. */
export function WorkList<Work extends { id: number; createdAt: string }>({
  title,
  empty,
  list,
  rows,
  when,
  folder,
  columns,
  selected,
  aside,
}: {
  title: string;
  /** Stands in the title's line. */
  aside?: ReactNode;
  /** Said if there are none. */
  empty: string;
  list: Omit<MorePages<never>, 'pages'>;
  /** Undefined before the first page came. */
  rows: readonly Work[] | undefined;
  /** Head of the first column. */
  when: string;
  /** Address of one, without its id. */
  folder: string;
  columns: readonly Column<Work>[];
  selected: number | null;
}): ReactNode {
  const t = useMessages(aiMessages);
  const formats = useFormats();
  const opens: Column<Work> = {
    key: 'when',
    head: when,
    cell: ({ id, createdAt }) => (
      <Link href={`${folder}/${id}`} className="figure">
        {formats.instant(createdAt)}
      </Link>
    ),
  };
  return (
    <Panel title={title} aside={aside}>
      {list.error !== null && <FailureNote error={list.error} onRetry={list.again} />}
      {rows === undefined ? (
        list.error === null && <Loading />
      ) : rows.length === 0 ? (
        <EmptyNote>{empty}</EmptyNote>
      ) : (
        <DenseTable
          caption={title}
          columns={[opens, ...columns]}
          rows={rows}
          rowKey={({ id }) => id}
          selected={selected ?? undefined}
        />
      )}
      {list.hasNextPage && (
        <Button variant="subtle" loading={list.isFetchingNextPage} onClick={list.more}>
          {t.more}
        </Button>
      )}
    </Panel>
  );
}
