import type { Key, ReactNode } from 'react';
import { ValuesAreTabStops } from '../provenance/provenance';
import styles from './dense-table.module.css';

export interface Column<Row> {
  readonly key: string;
  readonly head: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Values stand to the right. */
  readonly numeric?: boolean;
  /** Left out if the window is narrow. */
  readonly wideOnly?: boolean;
  /** What its head sorts by, if the table is sorted by its heads. */
  readonly sort?: string | undefined;
}

/** How a table is sorted by its heads. */
export interface Sorting {
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  readonly onSort: (sort: string) => void;
}

/** A table of up to a few hundred rows; the sessions list has its own. */
export function DenseTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  selected,
  sorting,
  onOpen,
}: {
  /** What the rows are, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  /** The key of the row that is shown elsewhere on the page. */
  selected?: Key | undefined;
  sorting?: Sorting | undefined;
  /** A click on a row; a link or button in the row must do the same for the keyboard. */
  onOpen?: (row: Row) => void;
}): ReactNode {
  return (
    // Scrolled sideways with the keyboard too.
    <div className={styles.frame} tabIndex={0} role="region" aria-label={caption}>
      <table className={styles.table}>
        <caption className="spoken">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={toClassName(column)}
                aria-sort={toAriaSort(column.sort, sorting)}
              >
                <Head column={column} sorting={sorting} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = rowKey(row);
            return (
              <tr
                key={key}
                data-selected={key === selected || undefined}
                data-opens={onOpen !== undefined || undefined}
                onClick={onOpen === undefined ? undefined : () => onOpen(row)}
              >
                {columns.map((column) => (
                  <td key={column.key} className={toClassName(column)}>
                    <ValuesAreTabStops at={selected === undefined || key === selected}>
                      {column.cell(row)}
                    </ValuesAreTabStops>
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Head<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }): ReactNode {
  const { head, sort } = column;
  if (sort === undefined || sorting === undefined) return head;
  return (
    <button type="button" className={styles.headButton} onClick={() => sorting.onSort(sort)}>
      {head}
      {sorting.sort === sort && <span aria-hidden="true">{sorting.order === 'asc' ? ' ↑' : ' ↓'}</span>}
    </button>
  );
}

function toAriaSort(sort: string | undefined, sorting: Sorting | undefined): 'ascending' | 'descending' | undefined {
  if (sort === undefined || sorting?.sort !== sort) return undefined;
  return sorting.order === 'asc' ? 'ascending' : 'descending';
}

function toClassName({ numeric, wideOnly }: { numeric?: boolean; wideOnly?: boolean }): string {
  return [numeric === true ? styles.figure : '', wideOnly === true ? styles.wideOnly : ''].join(' ').trim();
}
