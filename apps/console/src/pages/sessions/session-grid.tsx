import { useDebouncedValue } from '@mantine/hooks';
import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { useConsoleState } from '../../api/console-state';
import { useMiniBars } from '../../chart/mini-bars';
import { usePreferences } from '../../preferences/preferences';
import { useFigureOrigins } from '../../provenance/figure-origins';
import { FiguresAreTabStops } from '../../provenance/provenance';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { CellEditor } from './cell-editor';
import { useRowWindow } from './row-window';
import { type CellContext, ReviewDay, type Say, type SessionColumn } from './session-columns';
import type { SessionRow } from './session-pages';
import type { CellFault, CellField } from './session-writes';
import type { SessionSort, SessionsQuery } from './sessions-query';
import { sessionsWords } from './sessions-words';
import styles from './sessions.module.css';

const HEAD_HEIGHT = 30;
const ROW_HEIGHTS = { compact: 28, comfortable: 34 } as const;
const BEYOND_SIGHT = 12;
/** A row that leaves the sight lends its elements to one that comes, as a new list does: changing text costs less than building. */
const SLOT_STEP = 16;
const BARS_REST_MS = 150;
const FROZEN = [
  { key: 'tick', width: 30 },
  { key: 'priority', width: 50 },
  { key: 'code', width: 64 },
  { key: 'name', width: 92 },
] as const;
const FROZEN_WIDTH = FROZEN.reduce((sum, { width }) => sum + width, 0);

/** A cell that is open for typing. */
export interface OpenCell {
  readonly id: number;
  readonly field: CellField;
}

interface SessionGridProps {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly total: number;
  readonly rowAt: (index: number) => SessionRow | undefined;
  /** The rows are those of the query before. */
  readonly late: boolean;
  readonly columns: readonly SessionColumn[];
  readonly query: SessionsQuery;
  readonly onSort: (sort: SessionSort) => void;
  readonly cursor: number;
  readonly onCursor: (index: number) => void;
  readonly onOpen: (row: SessionRow) => void;
  readonly ticks: ReadonlyMap<number, SessionRow>;
  readonly onTick: (index: number, range: boolean) => void;
  readonly onTickLoaded: () => void;
  readonly faults: ReadonlyMap<number, CellFault>;
  readonly openCell: OpenCell | null;
  readonly onOpenCell: (cell: OpenCell | null) => void;
  readonly onEdit: (row: SessionRow, field: CellField, value: string) => void;
  /** First and last index in sight, in whole pages. */
  readonly onSight: (first: number, last: number) => void;
}

/** The list as a grid of which only the rows in sight are there; a cursor of its own, apart from what is ticked. */
export function SessionGrid(props: SessionGridProps): ReactNode {
  const { scroller, total, rowAt, late, columns, query, cursor, ticks, faults, openCell, onSight } = props;
  const say = useWords(sessionsWords);
  const formats = useFormats();
  const { today, marketDataThrough } = useConsoleState();
  const origins = useFigureOrigins();
  const rowHeight = ROW_HEIGHTS[usePreferences().rows];
  const virtual = useRowWindow({
    scroller,
    count: total,
    height: rowHeight,
    beyond: BEYOND_SIGHT,
    headHeight: HEAD_HEIGHT,
    onSight,
  });
  const items = virtual.getVirtualItems();
  // Whole multiples, so that a row more or less in sight does not build all of them anew.
  const slots =
    Math.ceil(((virtual.scrollRect?.height ?? 0) / rowHeight + 2 * BEYOND_SIGHT + 2) / SLOT_STEP) * SLOT_STEP;
  useEffect(() => virtual.scrollToIndex(cursor, { align: 'auto' }), [virtual, cursor]);

  const inSight = items.flatMap(({ index }) => rowAt(index)?.code ?? []).join();
  const [rested] = useDebouncedValue(inSight, BARS_REST_MS);
  const codes = useMemo(() => (rested === '' ? [] : [...new Set(rested.split(','))]), [rested]);
  const wantsBars = columns.some(({ key }) => key === 'bars');
  const miniBars = useMiniBars(wantsBars ? codes : NO_CODES);
  const context = useMemo<CellContext>(
    () => ({ say, formats, origins, today, marketDataThrough, miniBars }),
    [say, formats, origins, today, marketDataThrough, miniBars],
  );

  // Rows are drawn again when their own data change, not with every step of the cursor.
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const handlers = useMemo<RowHandlers>(
    () => ({
      onCursor: (index) => latest.current.onCursor(index),
      onOpen: (row) => latest.current.onOpen(row),
      onTick: (index, range) => latest.current.onTick(index, range),
      onOpenCell: (cell) => latest.current.onOpenCell(cell),
      onEdit: (row, field, value) => latest.current.onEdit(row, field, value),
      onBack: () => latest.current.scroller.current?.focus({ preventScroll: true }),
    }),
    [],
  );

  const width = FROZEN_WIDTH + columns.reduce((sum, column) => sum + column.width, 0);
  const cursorRow = rowAt(cursor);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    // Buttons and boxes in rows have these keys for themselves.
    const isHere = event.target === event.currentTarget || isFigure(event.target);
    if (!isHere || event.nativeEvent.isComposing || cursorRow === undefined) return;
    if (event.key === 'Enter') props.onOpen(cursorRow);
    else if (event.key === ' ') props.onTick(cursor, false);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={scroller}
      className={styles.grid}
      role="grid"
      tabIndex={0}
      aria-label={say.list}
      aria-rowcount={total + 1}
      aria-colcount={FROZEN.length + columns.length}
      aria-multiselectable="true"
      aria-busy={late}
      aria-activedescendant={cursorRow === undefined ? undefined : rowIdOf(cursorRow)}
      data-late={late || undefined}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className={styles.head} style={{ width }}>
        <div role="row" aria-rowindex={1} className={styles.headRow}>
          <div role="columnheader" className={`${styles.cell} ${styles.frozen}`} style={frozenAt(0)}>
            <input
              type="checkbox"
              aria-label={say.tickAll}
              checked={ticks.size > 0 && ticks.size >= total}
              ref={(box) => {
                if (box !== null) box.indeterminate = ticks.size > 0 && ticks.size < total;
              }}
              onChange={props.onTickLoaded}
            />
          </div>
          <HeadCell label={say.priority} sort="priority" figure at={1} query={query} onSort={props.onSort} />
          <HeadCell label={say.code} at={2} query={query} onSort={props.onSort} />
          <HeadCell label={say.name} at={3} query={query} onSort={props.onSort} />
          {columns.map((column) => (
            <HeadCell
              key={column.key}
              label={column.head(say)}
              sort={column.sort}
              figure={column.figure}
              width={column.width}
              query={query}
              onSort={props.onSort}
            />
          ))}
        </div>
      </div>
      <div role="rowgroup" className={styles.body} style={{ height: total * rowHeight, width }}>
        {items.map(({ index, start }) => {
          const row = rowAt(index);
          const top = start - HEAD_HEIGHT;
          if (row === undefined) {
            return (
              <div
                key={`waiting ${index}`}
                role="row"
                aria-rowindex={index + 2}
                aria-busy="true"
                className={styles.waiting}
                style={{ top, height: rowHeight, width }}
              >
                <div role="gridcell" />
              </div>
            );
          }
          return (
            <GridRow
              key={index % slots}
              row={row}
              index={index}
              top={top}
              height={rowHeight}
              width={width}
              columns={columns}
              context={context}
              atCursor={index === cursor}
              ticked={ticks.has(row.id)}
              fault={faults.get(row.id)}
              editing={openCell?.id === row.id ? openCell.field : null}
              {...handlers}
            />
          );
        })}
      </div>
    </div>
  );
}

/** A figure of the row at the cursor takes the focus and no keys. */
function isFigure(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.hasAttribute('data-provenance');
}

const NO_CODES: readonly string[] = [];

function rowIdOf({ id }: Pick<SessionRow, 'id'>): string {
  return `session-${id}`;
}

function frozenAt(at: number): { left: number; width: number } {
  const left = FROZEN.slice(0, at).reduce((sum, { width }) => sum + width, 0);
  return { left, width: FROZEN[at]?.width ?? 0 };
}

function HeadCell({
  label,
  sort,
  figure = false,
  width,
  at,
  query,
  onSort,
}: {
  label: string;
  sort?: SessionSort | undefined;
  figure?: boolean | undefined;
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
      className={`${styles.cell} ${figure ? styles.figure : ''} ${at === undefined ? '' : styles.frozen} ${at === FROZEN.length - 1 ? styles.lastFrozen : ''}`}
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

interface RowHandlers {
  readonly onCursor: (index: number) => void;
  readonly onOpen: (row: SessionRow) => void;
  readonly onTick: (index: number, range: boolean) => void;
  readonly onOpenCell: (cell: OpenCell | null) => void;
  readonly onEdit: (row: SessionRow, field: CellField, value: string) => void;
  /** Back to the list from a field. */
  readonly onBack: () => void;
}

interface GridRowProps extends RowHandlers {
  readonly row: SessionRow;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly width: number;
  readonly columns: readonly SessionColumn[];
  readonly context: CellContext;
  readonly atCursor: boolean;
  readonly ticked: boolean;
  readonly fault: CellFault | undefined;
  readonly editing: CellField | null;
}

const GridRow = memo(function GridRow(props: GridRowProps): ReactNode {
  const { row, index, top, height, width, columns, context, atCursor, ticked, fault, editing } = props;
  const { say } = context;
  const name = row.stockName ?? row.code;
  const edit = (field: CellField): void => props.onOpenCell({ id: row.id, field });
  const leave = (): void => {
    props.onOpenCell(null);
    props.onBack();
  };
  const editor = (field: CellField, next?: CellField): ReactNode => (
    <CellEditor
      key={row.id}
      type={field === 'priority' ? 'number' : 'date'}
      label={field === 'priority' ? say.editPriority(name) : say.editReview(name)}
      first={
        fault?.field === field ? fault.typed : field === 'priority' ? String(row.priority) : (row.nextReviewAt ?? '')
      }
      onLeave={leave}
      onSave={(value) => {
        leave();
        props.onEdit(row, field, value);
      }}
      onNext={next === undefined ? undefined : () => edit(next)}
    />
  );
  return (
    <div
      id={rowIdOf(row)}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={ticked}
      className={styles.row}
      data-cursor={atCursor || undefined}
      data-ticked={ticked || undefined}
      data-gone={isGone(row) || undefined}
      style={{ top, height, width }}
      onClick={() => props.onCursor(index)}
      onDoubleClick={() => props.onOpen(row)}
    >
      <div role="gridcell" className={`${styles.cell} ${styles.frozen}`} style={frozenAt(0)}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={say.tick(name)}
          checked={ticked}
          onChange={() => undefined}
          onClick={(event: MouseEvent) => {
            event.stopPropagation();
            props.onTick(index, event.shiftKey);
          }}
          onDoubleClick={(event) => event.stopPropagation()}
        />
      </div>
      <div
        role="gridcell"
        className={`${styles.cell} ${styles.frozen} ${styles.figure}`}
        style={frozenAt(1)}
        data-editing={editing === 'priority' ? editing : undefined}
      >
        {editing === 'priority' ? (
          editor('priority', 'review')
        ) : (
          <CellButton fault={fault?.field === 'priority' ? fault : undefined} say={say} onEdit={() => edit('priority')}>
            {row.priority}
          </CellButton>
        )}
      </div>
      <div role="gridcell" className={`${styles.cell} ${styles.frozen} code`} style={frozenAt(2)}>
        {row.code}
      </div>
      <div
        role="gridcell"
        className={`${styles.cell} ${styles.frozen} ${styles.lastFrozen} ${styles.name}`}
        style={frozenAt(3)}
        title={name}
      >
        {row.stockName ?? '—'}
        {isGone(row) && <i> {(row.deletedAt ?? null) === null ? say.closedMark : say.deletedMark}</i>}
      </div>
      {columns.map((column) => (
        <div
          key={column.key}
          role="gridcell"
          className={`${styles.cell} ${column.figure === true ? styles.figure : ''}`}
          style={{ width: column.width }}
          data-editing={column.key === editing ? editing : undefined}
        >
          {column.key !== 'review' ? (
            <FiguresAreTabStops at={atCursor}>{column.cell(row, context)}</FiguresAreTabStops>
          ) : editing === 'review' ? (
            editor('review')
          ) : (
            <CellButton fault={fault?.field === 'review' ? fault : undefined} say={say} onEdit={() => edit('review')}>
              <ReviewDay row={row} {...context} />
            </CellButton>
          )}
        </div>
      ))}
    </div>
  );
});

/** Closed and deleted sessions stand in the list struck through until it is read again. */
function isGone(row: SessionRow): boolean {
  return row.status === 'closed' || (row.deletedAt ?? null) !== null;
}

/** A value that a click opens for typing; marked where the last one typed was refused. */
function CellButton({
  fault,
  say,
  onEdit,
  children,
}: {
  fault: CellFault | undefined;
  say: Say;
  onEdit: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={fault === undefined ? styles.value : `${styles.value} ${styles.fault}`}
      title={fault === undefined ? undefined : say.notSaved(fault.typed, fault.why)}
      onClick={onEdit}
    >
      {fault === undefined ? (
        children
      ) : (
        <>
          ⚠ {fault.typed}
          <span className="spoken">{say.notSaved(fault.typed, fault.why)}</span>
        </>
      )}
    </button>
  );
}
