import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Schemas } from '../../api/client';
import { downloadFile } from '../../api/download-file';
import { type Column, DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useNotices } from '../../parts/undo';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { PAGE_ROWS, useSeoAddress } from './seo-address';
import { seoMessages } from './seo-messages';
import styles from './seo.module.css';

type Kind = 'keywords' | 'trends' | 'competitors' | 'backlinks';

interface PageOf<Row> {
  items: Row[];
  pagination: Schemas['CountedPaginationResponse'];
}

/** Filters above, the list at the left, the record that is open at the right. */
export function SeoList<Row extends { id: number }>({
  kind,
  filters,
  list,
  columns,
  facts,
}: {
  kind: Kind;
  filters: ReactNode;
  list: UseQueryResult<PageOf<Row>>;
  columns: readonly Column<Row>[];
  /** What stands at the right, of the open row, where it is on the page. */
  facts: (row: Row | undefined) => ReactNode;
}): ReactNode {
  const t = useMessages(seoMessages);
  const { open, set } = useSeoAddress();
  const { data, error, refetch, isPlaceholderData } = list;
  return (
    <>
      <div className={styles.filters}>
        {filters}
        <span className={styles.spring} />
        <ExportButton kind={kind} />
      </div>
      <div className={styles.split}>
        <Panel>
          {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
          {data === undefined && error === null && <Loading rows={8} />}
          {data?.items.length === 0 && (
            <EmptyNote action={<Link href="/seo/imports">{t.importSome}</Link>}>{t.nothing}</EmptyNote>
          )}
          {data !== undefined && data.items.length > 0 && (
            <div className={isPlaceholderData ? styles.old : ''}>
              <DenseTable
                caption={t[kind]}
                columns={columns}
                rows={data.items}
                rowKey={({ id }) => id}
                selected={open}
                onOpen={({ id }) => set({ open: String(id) })}
              />
              <Pager pagination={data.pagination} />
            </div>
          )}
        </Panel>
        {facts(data?.items.find(({ id }) => id === open))}
      </div>
    </>
  );
}

/** The button of a row that opens it, for the keyboard. */
export function OpenRow({ id, children }: { id: number; children: ReactNode }): ReactNode {
  const { set } = useSeoAddress();
  return (
    <button
      type="button"
      className={styles.open}
      onClick={(event) => {
        event.stopPropagation();
        set({ open: String(id) });
      }}
    >
      {children}
    </button>
  );
}

/** Stands at the right where nothing is open. */
export function NoRow(): ReactNode {
  const t = useMessages(seoMessages);
  const { open } = useSeoAddress();
  return (
    <Panel className={styles.noRow}>
      <p className={styles.hint}>{open === undefined ? t.pickOne : t.notHere}</p>
    </Panel>
  );
}

function ExportButton({ kind }: { kind: Kind }): ReactNode {
  const t = useMessages(seoMessages);
  const { failed } = useNotices();
  const download = (): void => {
    downloadFile(`/api/seo/${kind}/export`, `${kind}.csv`).catch(failed);
  };
  return (
    <Button variant="default" onClick={download}>
      {t.exportCsv}
    </Button>
  );
}

function Pager({ pagination }: { pagination: Schemas['CountedPaginationResponse'] }): ReactNode {
  const t = useMessages(seoMessages);
  const formats = useFormats();
  const { set } = useSeoAddress();
  const { total, totalIsExact, offset, hasMore } = pagination;
  const go = (to: number): void => set({ offset: to <= 0 ? '' : String(to), open: '' });
  return (
    <nav className={styles.pager} aria-label={t.pages}>
      <span>{t.found(formats.count(total), !totalIsExact)}</span>
      <div>
        <Button variant="default" disabled={offset === 0} onClick={() => go(offset - PAGE_ROWS)}>
          {t.previous}
        </Button>
        <Button variant="default" disabled={!hasMore} onClick={() => go(offset + PAGE_ROWS)}>
          {t.next}
        </Button>
      </div>
    </nav>
  );
}
