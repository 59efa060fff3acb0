import { useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { FailureNote } from '../../parts/failure-note';
import { Page } from '../../parts/page';
import { Warnings } from '../../parts/warnings';
import { useMessages } from '../../i18n/messages';
import { BulkBar } from './bulk-bar';
import { type ActionRequest, ActionDialog } from './action-dialog';
import { FilterBar } from './filter-bar';
import { useStoredState } from './stored-state';
import { useListCursor } from './list-cursor';
import { ListHead } from './list-head';
import { PhoneFilterBar } from './phone-filter-bar';
import { PreviewPane } from './preview-pane';
import type { SavedView } from './saved-views';
import { useSessionActions } from './session-actions';
import { SessionList } from './session-list';
import { type SessionPage, type SessionRow, useSessionPages } from './session-pages';
import { useSessionWrites } from './session-writes';
import { readSessionsQuery } from './sessions-query';
import { sessionsMessages } from './sessions-messages';
import styles from './sessions.module.css';
import { useCellEditing } from './use-cell-editing';
import { type ColumnChoice, useColumnChoice } from './use-column-choice';
import { useNeighbourPrefetch } from './use-neighbour-prefetch';
import { useSavedViews } from './use-saved-views';
import { useScrollMemory } from './use-scroll-memory';
import { useSessionSelection } from './use-session-selection';
import { useSessionShortcuts } from './use-session-shortcuts';
import { type SessionsAddress, useSessionsAddress } from './use-sessions-address';

const NewSessions = lazy(() => import('./new-sessions').then(({ NewSessions }) => ({ default: NewSessions })));

const readFlag = (stored: unknown): boolean | undefined => (typeof stored === 'boolean' ? stored : undefined);

/** The list of sessions: filtered and sorted by the server, read page by page, next to a preview of the one under the cursor. */
export function Sessions(): ReactNode {
  const t = useMessages(sessionsMessages);
  const phone = useMediaQuery('(max-width: 720px)', undefined, { getInitialValueInEffect: false });
  const wide = useMediaQuery('(min-width: 1100px)', undefined, { getInitialValueInEffect: false });
  const scroller = useRef<HTMLDivElement>(null);
  const textField = useRef<HTMLInputElement>(null);
  const focusList = (): void => scroller.current?.focus({ preventScroll: true });

  const address = useSessionsAddress();
  const pages = useSessionPages(address.query);
  const [cursor, moveCursor, setCursor] = useListCursor(pages, { index: 0, id: null });
  const selection = useSessionSelection(pages, cursor.index, moveCursor, focusList);
  const writes = useSessionWrites();
  const actions = useSessionActions(writes, selection.untick);
  const cells = useCellEditing(writes, actions);
  const columns = useColumnChoice();
  const views = useSavedViews();
  const [previewed, setPreviewed] = useStoredState('preview', readFlag, true);
  const [question, setQuestion] = useState<ActionRequest | null>(null);
  const [sortOpen, setSortOpen] = useState(false);
  const withPreview = previewed && wide;
  const ask = (asks: ActionRequest['asks'], rows: readonly SessionRow[]): void => {
    if (rows.length > 0) setQuestion({ asks, rows });
  };
  const showView = (view: SavedView): void => address.setQuery(readSessionsQuery(view.search));

  useScrollMemory(pages, scroller, cursor, (place) => {
    selection.untickAll();
    cells.setOpenCell(null);
    setCursor({ index: place?.index ?? 0, id: place?.id ?? null });
  });
  useFocusOnLoad(scroller, pages.total !== undefined && !phone);
  useNeighbourPrefetch(pages.rowAt, cursor.index, withPreview);
  useSessionShortcuts({
    cursor: cursor.index,
    total: pages.total,
    selection,
    actions,
    views: views.all,
    onAsk: ask,
    onPreview: () => setPreviewed(!previewed),
    onSort: () => setSortOpen(true),
    onFilter: () => textField.current?.select(),
    onNew: () => address.openDialog('one'),
    onView: showView,
  });

  return (
    <Page
      title={t.title}
      fill
      aside={
        <ListHead
          {...{ address, views, writes, previewed }}
          onView={showView}
          onPreview={wide ? () => setPreviewed(!previewed) : undefined}
        />
      }
    >
      <Warnings warnings={pages.warnings} />
      <Filters
        {...{ phone, address, textField, focusList, sortOpen, setSortOpen, columns }}
        shown={pages.total}
        found={pages.screen}
      />
      {pages.error !== undefined && <FailureNote error={pages.error} onRetry={pages.retry} />}
      <div className={styles.content}>
        <div className={styles.main}>
          <SessionList
            {...{ phone, scroller, address, pages, selection, cells, columns, writes }}
            cursor={cursor.index}
          />
          <BulkBar {...{ selection, actions, writes }} total={pages.total ?? 0} columns={columns.columns} onAsk={ask} />
        </div>
        {withPreview && <CursorPreview row={pages.rowAt(cursor.index)} />}
      </div>
      <ActionDialog question={question} onEnd={() => setQuestion(null)} actions={actions} />
      <NewSessionsDialog address={address} />
    </Page>
  );
}

/** Keys for rows work from the start, unless another element has the focus already. */
function useFocusOnLoad(scroller: RefObject<HTMLDivElement | null>, loaded: boolean): void {
  useEffect(() => {
    if (loaded && document.activeElement === document.body) scroller.current?.focus({ preventScroll: true });
  }, [loaded, scroller]);
}

function Filters({
  phone,
  address: { query, setQuery },
  shown,
  found,
  textField,
  focusList,
  sortOpen,
  setSortOpen,
  columns,
}: {
  phone: boolean;
  address: SessionsAddress;
  shown: number | undefined;
  found: SessionPage['screen'];
  textField: RefObject<HTMLInputElement | null>;
  focusList: () => void;
  sortOpen: boolean;
  setSortOpen: (open: boolean) => void;
  columns: ColumnChoice;
}): ReactNode {
  if (phone) return <PhoneFilterBar query={query} onQuery={setQuery} shown={shown} found={found} />;
  return (
    <FilterBar
      query={query}
      onQuery={setQuery}
      shown={shown}
      found={found}
      textField={textField}
      onLeave={focusList}
      sortOpen={sortOpen}
      onSortOpen={setSortOpen}
      columns={columns}
    />
  );
}

function CursorPreview({ row }: { row: SessionRow | undefined }): ReactNode {
  if (row === undefined || (row.deletedAt ?? null) !== null) return null;
  return <PreviewPane sessionId={row.id} />;
}

/** The dialog that the address names. */
function NewSessionsDialog({ address }: { address: SessionsAddress }): ReactNode {
  const { way, jobId } = address.dialog;
  if (way === undefined) return null;
  return (
    <Suspense fallback={null}>
      <NewSessions
        way={way}
        jobId={jobId}
        onJob={(id) => address.openDialog('holdings', id)}
        onEnd={address.closeDialog}
      />
    </Suspense>
  );
}
