import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/messages';
import { FROZEN, frozenAt } from './frozen-columns';
import type { SessionColumn } from './session-columns';
import type { SessionSort, SessionsQuery } from './sessions-query';
import { sessionsMessages } from './sessions-messages';
import styles from './sessions.module.css';

/** The names of the columns, which sort the list, and the box that ticks the loaded rows. */
export function GridHead({
  columns,
  width,
  query,
  onSort,
  ticked,
  total,
  onTickLoaded,
}: {
  columns: readonly SessionColumn[];
  width: number;
  query: SessionsQuery;
  onSort: (sort: SessionSort) => void;
  /** How many rows are ticked. */
  ticked: number;
  total: number;
  onTickLoaded: () => void;
}): ReactNode {
  const t = useMessages(sessionsMessages);
  const sorting = { query, onSort };
  return (
    <div role="rowgroup" className={styles.head} style={{ width }}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        <div role="columnheader" className={`${styles.cell} ${styles.frozen}`} style={frozenAt(0)}>
          <input
            type="checkbox"
            aria-label={t.tickAll}
            checked={ticked > 0 && ticked >= total}
            ref={(box) => {
              if (box !== null) box.indeterminate = ticked > 0 && ticked < total;
            }}
            onChange={onTickLoaded}
          />
        </div>
        <HeadCell label={t.priority} sort="priority" numeric at={1} {...sorting} />
        <HeadCell label={t.code} sort="code" at={2} {...sorting} />
        <HeadCell label={t.name} sort="name" at={3} {...sorting} />
        {columns.map(({ key, head, sort, numeric, width: columnWidth }) => (
          <HeadCell key={key} label={head(t)} sort={sort} numeric={numeric} width={columnWidth} {...sorting} />
        ))}
      </div>
    </div>
  );
}

function HeadCell({
  label,
  sort,
  numeric = false,
  width,
  at,
  query,
  onSort,
}: {
  label: string;
  sort?: SessionSort | undefined;
  numeric?: boolean | undefined;
  width?: number;
  /** Among the frozen ones. */
  at?: number;
  query: SessionsQuery;
  onSort: (sort: SessionSort) => void;
}): ReactNode {
  const sorted = sort !== undefined && sort === query.sort;
  const sign = sorted ? (query.order === 'asc' ? '↑' : '↓') : '';
  return (
    <div
      role="columnheader"
      aria-sort={sorted ? (query.order === 'asc' ? 'ascending' : 'descending') : undefined}
      className={`${styles.cell} ${numeric ? styles.figure : ''} ${at === undefined ? '' : styles.frozen} ${at === FROZEN.length - 1 ? styles.lastFrozen : ''}`}
      style={at === undefined ? { width } : frozenAt(at)}
    >
      {sort === undefined ? (
        label
      ) : (
        <button type="button" className={styles.headButton} tabIndex={-1} onClick={() => onSort(sort)}>
          {label}
          {sign}
        </button>
      )}
    </div>
  );
}
