import { Button, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { barsQuery } from '../../chart/chart-bars';
import { type Shortcut, useShortcuts } from '../../keys/shortcuts';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Page } from '../../parts/page';
import { Warnings } from '../../parts/warnings';
import { usePreferences } from '../../preferences/preferences';
import { sessionDetailOptions } from '../../session-preview/session-detail-options';
import { useWords } from '../../words/words';
import { BulkBar, MOST_TICKED } from './bulk-bar';
import { type DeedQuestion, DeedQuestions } from './deed-questions';
import { FilterBar } from './filter-bar';
import { FilterSheet } from './filter-sheet';
import { useKept } from './kept';
import { useListCursor } from './list-cursor';
import { keepPlace, placeIn } from './list-places';
import { NEW_WAYS, type NewWay } from './new-ways';
import { PreviewPane } from './preview-pane';
import { readSavedViews, type SavedView, withView } from './saved-views';
import { SessionCards } from './session-cards';
import { SESSION_COLUMNS } from './session-columns';
import { useSessionDeeds } from './session-deeds';
import { type OpenCell, SessionGrid } from './session-grid';
import {
  SESSION_PAGES,
  type SessionPage,
  sessionCountOptions,
  sessionPageOptions,
  type SessionRow,
  PAGE_SIZE,
  useSessionPages,
} from './session-pages';
import { type CellField, useSessionWrites } from './session-writes';
import {
  FIRST_QUERY,
  isFiltered,
  readSessionsQuery,
  type SessionSort,
  type SessionsQuery,
  writeSessionsQuery,
} from './sessions-query';
import { sessionsWords } from './sessions-words';
import styles from './sessions.module.css';
import { ShownCount } from './shown-count';
import { useFirstViews, ViewsBar } from './views-bar';

const NewSessions = lazy(() => import('./new-sessions').then(({ NewSessions }) => ({ default: NewSessions })));

const EVERYTHING = 'status=all';
const FETCH_AHEAD_MS = 150;
const KEEP_PLACE_MS = 150;
const NEIGHBOURS = [1, -1, 2, -2, 3, -3];
const FIRST_COLUMNS = SESSION_COLUMNS.filter(({ first }) => first === true).map(({ key }) => key);

const readColumns = (stored: unknown): string[] | undefined =>
  Array.isArray(stored) ? stored.filter((key): key is string => typeof key === 'string') : undefined;
const readFlag = (stored: unknown): boolean | undefined => (typeof stored === 'boolean' ? stored : undefined);

/** The list of sessions: filtered and sorted by the server, walked by keys, with the one under the cursor beside it. */
export function Sessions(): ReactNode {
  const say = useWords(sessionsWords);
  const [, navigate] = useLocation();
  const params = new URLSearchParams(useSearch());
  const query = readSessionsQuery(params);
  const search = writeSessionsQuery(query);
  const queries = useQueryClient();
  const phone = useMediaQuery('(max-width: 720px)', undefined, { getInitialValueInEffect: false });
  const wide = useMediaQuery('(min-width: 1100px)', undefined, { getInitialValueInEffect: false });

  const [sight, setSight] = useState({ first: 0, last: 0 });
  const onSight = useCallback((first: number, last: number) => {
    setSight((before) => (before.first === first && before.last === last ? before : { first, last }));
  }, []);
  const pages = useSessionPages(query, sight.first, sight.last);
  const { total, rowAt, shown } = pages;
  const all = useQuery(sessionCountOptions(EVERYTHING)).data;

  const scroller = useRef<HTMLDivElement>(null);
  const textField = useRef<HTMLInputElement>(null);
  const anchor = useRef(0);
  const [cursor, moveTo, setCursor] = useListCursor(pages, { index: 0, id: null });
  const [ticks, setTicks] = useState<ReadonlyMap<number, SessionRow>>(new Map());
  const [openCell, setOpenCell] = useState<OpenCell | null>(null);
  const [question, setQuestion] = useState<DeedQuestion | null>(null);
  const [sortOpen, setSortOpen] = useState(false);
  const [sheetOpen, setSheetOpen] = useState(false);
  const [views, keepViews] = useKept<readonly SavedView[]>('views', readSavedViews, []);
  const [columns, keepColumns] = useKept<readonly string[]>('columns', readColumns, FIRST_COLUMNS);
  const [previewed, keepPreviewed] = useKept('preview', readFlag, true);
  const writes = useSessionWrites();
  const untick = (rows: readonly SessionRow[]): void =>
    setTicks((before) => {
      const kept = new Map(before);
      for (const { id } of rows) kept.delete(id);
      return kept;
    });
  const deeds = useSessionDeeds(writes, untick);
  const firstViews = useFirstViews();
  const allViews = [...firstViews, ...views];

  // A list that has come for the first time begins where it was left, else at its top.
  const [placed, setPlaced] = useState<string>();
  if (total !== undefined && placed !== shown) {
    const place = placeIn(shown);
    setPlaced(shown);
    setTicks(new Map());
    setOpenCell(null);
    setCursor({ index: place?.index ?? 0, id: place?.id ?? null });
  }
  // Both asking an element where it stands and putting it there lay out the page at once, so what is known is kept.
  const scrolled = useRef<{ list: HTMLDivElement | null; top: number }>({ list: null, top: 0 });
  useLayoutEffect(() => {
    const list = scroller.current;
    if (placed === undefined || list === null) return;
    const top = placeIn(placed)?.top ?? 0;
    const known = scrolled.current.list === list ? scrolled.current.top : 0;
    if (top !== known) list.scrollTop = top;
    scrolled.current = { list, top };
  }, [placed]);
  const { index: at, id: idAt } = cursor;
  useEffect(() => {
    const list = scroller.current;
    if (list === null || placed === undefined) return;
    const keep = (): void => keepPlace(placed, { index: at, id: idAt, top: list.scrollTop });
    let timer = setTimeout(keep, KEEP_PLACE_MS);
    const onScroll = (): void => {
      scrolled.current = { list, top: list.scrollTop };
      clearTimeout(timer);
      timer = setTimeout(keep, KEEP_PLACE_MS);
    };
    list.addEventListener('scroll', onScroll);
    return () => {
      clearTimeout(timer);
      list.removeEventListener('scroll', onScroll);
    };
  }, [placed, at, idAt, total]);
  const listed = total !== undefined;
  useEffect(() => {
    // Keys for rows work from the start, unless somebody is elsewhere already.
    if (listed && !phone && document.activeElement === document.body) scroller.current?.focus({ preventScroll: true });
  }, [listed, phone]);

  // What lies around the cursor is there before the cursor gets to it.
  const around = NEIGHBOURS.flatMap((step) => {
    const row = rowAt(at + step);
    return row === undefined || (row.deletedAt ?? null) !== null ? [] : [`${row.id} ${row.code}`];
  }).join();
  const withPreview = previewed && wide;
  useEffect(() => {
    if (!withPreview || around === '') return;
    const timer = setTimeout(() => {
      for (const [id = '', code = ''] of around.split(',').map((one) => one.split(' '))) {
        queries.query(sessionDetailOptions(Number(id))).catch(() => undefined);
        queries.query(barsQuery(code, 'day')).catch(() => undefined);
      }
    }, FETCH_AHEAD_MS);
    return () => clearTimeout(timer);
  }, [around, withPreview, queries]);

  const address = (next: string): string => (next === '' ? '/sessions' : `/sessions?${next}`);
  const go = (next: SessionsQuery, typing = false): void => {
    const to = writeSessionsQuery(next);
    if (to === search) return;
    keepPlace(to, undefined);
    navigate(address(to), { replace: typing });
  };
  const showView = (view: SavedView | undefined): void => {
    if (view !== undefined) go(readSessionsQuery(view.search));
  };
  const sortBy = (sort: SessionSort): void => {
    const order = query.sort === sort ? (query.order === 'desc' ? 'asc' : 'desc') : FIRST_ORDERS[sort];
    go({ ...query, sort, order });
  };
  const dialog = (way: NewWay | null, jobId?: number): void => {
    const next = new URLSearchParams(search);
    if (way !== null) next.set('new', way);
    if (jobId !== undefined) next.set('job', String(jobId));
    navigate(address(next.toString()), { replace: way === null || jobId !== undefined });
  };

  const focusList = (): void => scroller.current?.focus({ preventScroll: true });
  const rowsBetween = (one: number, other: number): SessionRow[] => {
    const rows: SessionRow[] = [];
    for (let index = Math.min(one, other); index <= Math.max(one, other); index += 1) {
      const row = rowAt(index);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  };
  const withRows = (before: ReadonlyMap<number, SessionRow>, rows: readonly SessionRow[]): Map<number, SessionRow> =>
    new Map([...before, ...rows.map((row) => [row.id, row] as const)]);
  const move = (by: number): void => {
    if (total === undefined || total === 0) return;
    const next = Math.max(0, Math.min(total - 1, at + by));
    anchor.current = next;
    moveTo(next);
    focusList();
  };
  const range = (by: number): void => {
    if (total === undefined || total === 0) return;
    const next = Math.max(0, Math.min(total - 1, at + by));
    const before = rowsBetween(anchor.current, at);
    const after = rowsBetween(anchor.current, next);
    setTicks((ticked) => {
      const kept = new Map(ticked);
      for (const { id } of before) kept.delete(id);
      return withRows(kept, after);
    });
    moveTo(next);
    focusList();
  };
  const tick = (index: number, wholeRange: boolean): void => {
    const row = rowAt(index);
    if (row === undefined) return;
    if (wholeRange) setTicks((before) => withRows(before, rowsBetween(anchor.current, index)));
    else if (ticks.has(row.id)) untick([row]);
    else setTicks((before) => withRows(before, [row]));
    anchor.current = index;
    moveTo(index);
    focusList();
  };
  const tickLoaded = (): void => {
    setTicks(ticks.size > 0 ? new Map() : withRows(new Map(), rowsBetween(0, Math.min(total ?? 0, MOST_TICKED) - 1)));
  };
  const tickWhole = async (): Promise<void> => {
    const wanted = Math.min(total ?? 0, MOST_TICKED);
    const needed = Array.from({ length: Math.ceil(wanted / PAGE_SIZE) }, (_, page) => page);
    const read = await Promise.all(needed.map((page) => queries.query(sessionPageOptions(shown, page))));
    setTicks(withRows(new Map(), read.flatMap(({ sessions }) => sessions).slice(0, MOST_TICKED)));
  };
  /** The ticked rows as they are by now. */
  const tickedRows = (): SessionRow[] => {
    if (ticks.size === 0) return [];
    const known = new Map<number, SessionRow>();
    for (const [, page] of queries.getQueriesData<SessionPage>({ queryKey: [...SESSION_PAGES, shown] })) {
      for (const row of page?.sessions ?? []) known.set(row.id, row);
    }
    return [...ticks.values()].map((row) => known.get(row.id) ?? row);
  };
  /** What a key acts on: the ticked sessions, else the one under the cursor. */
  const meant = (): SessionRow[] => {
    const row = rowAt(at);
    const rows = ticks.size > 0 ? tickedRows() : row === undefined ? [] : [row];
    return rows.filter(({ deletedAt }) => (deletedAt ?? null) === null);
  };
  const ask = (asks: DeedQuestion['asks'], rows: readonly SessionRow[]): void => {
    if (rows.length > 0) setQuestion({ asks, rows });
  };
  const open = (row: SessionRow): void => {
    if ((row.deletedAt ?? null) !== null) return;
    const index = pages.indexOf(row.id) ?? at;
    keepPlace(shown, { index, id: row.id, top: scroller.current?.scrollTop ?? 0 });
    navigate(`/sessions/${row.id}`);
  };
  const edit = (row: SessionRow, field: CellField, value: string): void => {
    writes.forgetFault(row.id);
    if (field === 'review') deeds.setReview([row], value === '' ? null : value, value);
    else if (/^\d{1,3}$/.test(value.trim())) deeds.setPriority([row], Number(value), value);
  };

  const shortcuts: Shortcut[] = [
    { keys: ['j', 'ArrowDown'], does: say.keyMove, run: () => move(1) },
    { keys: ['k', 'ArrowUp'], does: say.keyMove, run: () => move(-1) },
    { keys: ['PageDown'], does: say.keyMove, run: () => move(20) },
    { keys: ['PageUp'], does: say.keyMove, run: () => move(-20) },
    { keys: ['Home'], does: say.keyMove, run: () => move(-at) },
    { keys: ['End'], does: say.keyMove, run: () => move(total ?? 0) },
    // The grid itself hears these two, so that buttons keep them for themselves; they stand here for the list of keys.
    { keys: ['↵'], does: say.keyOpen, run: () => undefined },
    { keys: [say.keySpace], does: say.keyTick, run: () => undefined },
    ...(ticks.size > 0 ? [{ keys: ['Escape'], does: say.untick, run: () => setTicks(new Map()) }] : []),
    { keys: ['Shift+ArrowDown', 'J'], does: say.keyRange, run: () => range(1) },
    { keys: ['Shift+ArrowUp', 'K'], does: say.keyRange, run: () => range(-1) },
    { keys: ['+', '='], does: say.keyPriority, run: () => deeds.priorityBy(meant(), 1) },
    { keys: ['-', '−'], does: say.keyPriority, run: () => deeds.priorityBy(meant(), -1) },
    { keys: ['r'], does: say.keyReview, run: () => ask('review', meant()) },
    {
      keys: ['c'],
      does: say.keyClose,
      run: () =>
        ask(
          'close',
          meant().filter(({ status }) => status === 'open'),
        ),
    },
    { keys: ['#'], does: say.keyDelete, run: () => deeds.remove(meant()) },
    { keys: ['p'], does: say.keyPreview, run: () => keepPreviewed(!previewed) },
    { keys: ['o'], does: say.keySort, run: () => setSortOpen(true) },
    { keys: ['f'], does: say.keyFilter, run: () => textField.current?.select() },
    { keys: ['n'], does: say.keyNew, run: () => dialog('one') },
    ...allViews.slice(0, 9).map((view, index) => ({
      keys: [String(index + 1)],
      does: `${say.keyView} ${view.name}`,
      run: () => showView(view),
    })),
  ];
  useShortcuts(say.title, shortcuts);

  const { language } = usePreferences();
  const chosen = useMemo(
    () =>
      SESSION_COLUMNS.filter(({ key }) => columns.includes(key)).map((column) =>
        language === 'en' ? { ...column, width: column.widthInEnglish ?? column.width } : column,
      ),
    [columns, language],
  );
  const way = NEW_WAYS.find((one) => one === params.get('new'));
  const jobId = /^\d{1,15}$/.test(params.get('job') ?? '') ? Number(params.get('job')) : null;
  const underCursor = rowAt(at);
  const stillThere = underCursor !== undefined && (underCursor.deletedAt ?? null) === null;

  return (
    <Page
      title={say.title}
      fill
      aside={
        <>
          <ViewsBar
            views={allViews}
            own={firstViews.length}
            search={search}
            onView={showView}
            onSave={(name) => keepViews(withView(views, { name, search }))}
            onRemove={(name) => keepViews(views.filter((view) => view.name !== name))}
          />
          {writes.outOfOrder.size > 0 && (
            <Button variant="light" onClick={writes.sortAgain}>
              {say.stale(writes.outOfOrder.size)}
            </Button>
          )}
          {!phone && (
            <Button variant="default" aria-pressed={previewed} onClick={() => keepPreviewed(!previewed)}>
              {previewed ? say.hidePreview : say.showPreview}
            </Button>
          )}
          <NewMenu onChoose={(one) => dialog(one)} />
        </>
      }
    >
      <Warnings warnings={pages.warnings} />
      {phone ? (
        <div className={styles.bar}>
          <button
            type="button"
            className={styles.chip}
            data-set={isFiltered(query) || undefined}
            onClick={() => setSheetOpen(true)}
          >
            {say.filters} <span aria-hidden="true">▾</span>
          </button>
          <ShownCount shown={total} all={all} />
        </div>
      ) : (
        <FilterBar
          query={query}
          onQuery={go}
          shown={total}
          all={all}
          textField={textField}
          onLeave={focusList}
          sortOpen={sortOpen}
          onSortOpen={setSortOpen}
          columns={columns}
          onColumns={keepColumns}
        />
      )}
      {pages.error !== undefined && <FailureNote error={pages.error} onRetry={pages.retry} />}
      <div className={styles.content}>
        <div className={styles.main}>
          {total === undefined ? (
            pages.error === undefined && <Loading rows={14} />
          ) : total === 0 && !pages.late ? (
            <Nothing query={query} onQuery={go} />
          ) : phone ? (
            <SessionCards
              scroller={scroller}
              total={total}
              rowAt={rowAt}
              late={pages.late}
              ticks={ticks}
              onTick={tick}
              onOpen={open}
              onSight={onSight}
            />
          ) : (
            <SessionGrid
              scroller={scroller}
              total={total}
              rowAt={rowAt}
              late={pages.late}
              columns={chosen}
              query={query}
              onSort={sortBy}
              cursor={at}
              onCursor={(index) => {
                anchor.current = index;
                moveTo(index);
              }}
              onOpen={open}
              ticks={ticks}
              onTick={tick}
              onTickLoaded={tickLoaded}
              faults={writes.faults}
              openCell={openCell}
              onOpenCell={setOpenCell}
              onEdit={edit}
              onSight={onSight}
            />
          )}
          <BulkBar
            rows={tickedRows()}
            total={total ?? 0}
            onTickWhole={() => void tickWhole()}
            onUntick={() => setTicks(new Map())}
            deeds={deeds}
            writes={writes}
            onAsk={ask}
          />
        </div>
        {withPreview && stillThere && <PreviewPane sessionId={underCursor.id} />}
      </div>
      <DeedQuestions question={question} onEnd={() => setQuestion(null)} deeds={deeds} />
      {sheetOpen && <FilterSheet query={query} onQuery={go} onEnd={() => setSheetOpen(false)} />}
      {way !== undefined && (
        <Suspense fallback={null}>
          <NewSessions
            way={way}
            jobId={jobId}
            onJob={(id) => dialog('holdings', id)}
            onEnd={() => {
              dialog(null);
            }}
          />
        </Suspense>
      )}
    </Page>
  );
}

/** The way in which a sort is of use first. */
const FIRST_ORDERS: Readonly<Record<SessionSort, SessionsQuery['order']>> = {
  priority: 'desc',
  entry_date: 'desc',
  next_review_at: 'asc',
  lowest_volume_trade_date: 'desc',
  ended_at: 'desc',
  cyq_spread_ratio: 'asc',
  fundamental_score: 'desc',
  close_vs_entry_pct: 'desc',
  circulating_market_cap_yi: 'asc',
};

function NewMenu({ onChoose }: { onChoose: (way: NewWay) => void }): ReactNode {
  const say = useWords(sessionsWords);
  const names: Readonly<Record<NewWay, string>> = {
    one: say.newOne,
    pasted: say.newPasted,
    holdings: say.newHoldings,
  };
  return (
    <Menu position="bottom-end" returnFocus={false}>
      <Menu.Target>
        <Button>{say.new} ▾</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {NEW_WAYS.map((way) => (
          <Menu.Item key={way} onClick={() => onChoose(way)}>
            {names[way]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Why the list is empty, and what helps. */
function Nothing({ query, onQuery }: { query: SessionsQuery; onQuery: (query: SessionsQuery) => void }): ReactNode {
  const say = useWords(sessionsWords);
  if (isFiltered(query)) {
    return (
      <EmptyNote
        action={
          <Button variant="default" onClick={() => onQuery({ ...FIRST_QUERY, sort: query.sort, order: query.order })}>
            {say.clear}
          </Button>
        }
      >
        {say.emptyFiltered}
      </EmptyNote>
    );
  }
  return <EmptyNote action={<Link href="/scans">{say.toScans}</Link>}>{say.empty}</EmptyNote>;
}
