import type { ReactNode } from 'react';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { useMessages } from '../../i18n/messages';
import { NightlyWork } from './nightly-work';
import { NothingToDo } from './nothing-to-do';
import { todayMessages } from './today-messages';
import styles from './today.module.css';
import type { Tab, WorkList } from './today-work';
import type { WorkCursor } from './use-work-cursor';
import { type RowMark, WorkRows } from './work-rows';

/** The list of a tab, and below it what the server does at night. */
export function WorkSide({
  tab,
  list,
  cursor,
  marks,
}: {
  tab: Tab;
  list: WorkList;
  cursor: WorkCursor;
  marks: ReadonlyMap<string, RowMark>;
}): ReactNode {
  const t = useMessages(todayMessages);
  const { rows, total, loading, error } = list;
  return (
    <div className={styles.listSide} data-stale={list.stale || undefined}>
      {error !== null && <FailureNote error={error} onRetry={list.reload} />}
      {loading && <Loading rows={10} />}
      {!loading && rows.length === 0 && error === null && <NothingToDo tab={tab} />}
      {rows.length > 0 && (
        <WorkRows
          key={tab}
          label={`${t.list}: ${t[tab]}`}
          rows={rows}
          cursor={cursor.key}
          marks={marks}
          takesFocus={cursor.focusTarget === 'row'}
          onFocused={cursor.onFocused}
          onSelect={cursor.select}
          onOpen={cursor.open}
        />
      )}
      {total !== undefined && total > rows.length && (
        <p className={styles.quiet}>{t.shown(rows.length, String(total))}</p>
      )}
      <NightlyWork />
    </div>
  );
}
