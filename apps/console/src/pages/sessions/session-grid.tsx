import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { useConsoleState } from '../../api/console-state';
import { useMiniBars } from '../../chart/mini-bars';
import { usePreferences } from '../../preferences/preferences';
import { useValueOrigins } from '../../provenance/value-origins';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { FROZEN, FROZEN_WIDTH } from './frozen-columns';
import { GridHead } from './grid-head';
import { GridRow, type RowHandlers, toRowId } from './grid-row';
import { useRowWindow } from './row-window';
import type { CellContext, SessionColumn } from './session-columns';
import type { SessionRow } from './session-pages';
import type { CellError, CellField } from './session-writes';
import type { SessionSort, SessionsQuery } from './sessions-query';
import { sessionsMessages } from './sessions-messages';
import styles from './sessions.module.css';
import type { OpenCell } from './use-cell-editing';

const HEAD_HEIGHT = 30;
const ROW_HEIGHTS = { compact: 28, comfortable: 34 } as const;
const OVERSCAN_ROWS = 12;
/** A row that leaves the screen lends its elements to one that appears, as a new list does: changing text costs less than building. */
const SLOT_STEP = 16;
const BARS_DELAY_MS = 150;
const NO_CODES: readonly string[] = [];

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
  readonly faults: ReadonlyMap<number, CellError>;
  readonly openCell: OpenCell | null;
  readonly onOpenCell: (cell: OpenCell | null) => void;
  readonly onEdit: (row: SessionRow, field: CellField, value: string) => void;
  /** First and last visible index, in whole pages. */
  readonly onVisible: (first: number, last: number) => void;
}

/** The list as a grid that builds only the rows on the screen; its cursor is independent of the ticks. */
export function SessionGrid(props: SessionGridProps): ReactNode {
  const { scroller, total, rowAt, late, columns, query, cursor, ticks, faults, openCell, onVisible } = props;
  const t = useMessages(sessionsMessages);
  const rowHeight = ROW_HEIGHTS[usePreferences().rows];
  const virtual = useRowWindow({
    scroller,
    count: total,
    height: rowHeight,
    beyond: OVERSCAN_ROWS,
    headHeight: HEAD_HEIGHT,
    onVisible,
  });
  const items = virtual.getVirtualItems();
  // Whole multiples, so that a row more or less on the screen does not build all of them again.
  const slots =
    Math.ceil(((virtual.scrollRect?.height ?? 0) / rowHeight + 2 * OVERSCAN_ROWS + 2) / SLOT_STEP) * SLOT_STEP;
  useEffect(() => virtual.scrollToIndex(cursor, { align: 'auto' }), [virtual, cursor]);
  const context = useCellContext(
    columns,
    items.flatMap(({ index }) => rowAt(index)?.code ?? []),
  );
  const handlers = useRowHandlers(props);
  const width = FROZEN_WIDTH + columns.reduce((sum, column) => sum + column.width, 0);
  const cursorRow = rowAt(cursor);
  return (
    <div
      ref={scroller}
      className={styles.grid}
      role="grid"
      tabIndex={0}
      aria-label={t.list}
      aria-rowcount={total + 1}
      aria-colcount={FROZEN.length + columns.length}
      aria-multiselectable="true"
      aria-busy={late}
      aria-activedescendant={cursorRow === undefined ? undefined : toRowId(cursorRow)}
      data-late={late || undefined}
      onKeyDown={(event) => onGridKey(event, cursorRow, props)}
    >
      <GridHead
        columns={columns}
        width={width}
        query={query}
        onSort={props.onSort}
        ticked={ticks.size}
        total={total}
        onTickLoaded={props.onTickLoaded}
      />
      <div role="rowgroup" className={styles.body} style={{ height: total * rowHeight, width }}>
        {items.map(({ index, start }) => {
          const row = rowAt(index);
          const box = { index, top: start - HEAD_HEIGHT, height: rowHeight, width };
          if (row === undefined) return <WaitingRow key={`waiting ${index}`} {...box} />;
          return (
            <GridRow
              key={index % slots}
              row={row}
              {...box}
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

/** What cells need; the same object until a part of it changes. The small charts are read once scrolling has stopped. */
function useCellContext(columns: readonly SessionColumn[], codesOnScreen: readonly string[]): CellContext {
  const t = useMessages(sessionsMessages);
  const formats = useFormats();
  const { today, marketDataThrough } = useConsoleState();
  const origins = useValueOrigins();
  const [rested] = useDebouncedValue(codesOnScreen.join(), BARS_DELAY_MS);
  const codes = useMemo(() => (rested === '' ? [] : [...new Set(rested.split(','))]), [rested]);
  const wantsBars = columns.some(({ key }) => key === 'bars');
  const miniBars = useMiniBars(wantsBars ? codes : NO_CODES);
  return useMemo(
    () => ({ t, formats, origins, today, marketDataThrough, miniBars }),
    [t, formats, origins, today, marketDataThrough, miniBars],
  );
}

/** Handlers that stay the same, so that rows are drawn again when their own data change, not with every step of the cursor. */
function useRowHandlers(props: SessionGridProps): RowHandlers {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  return useMemo(
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
}

/** ↵ opens the row at the cursor, the space bar ticks it. */
function onGridKey(
  event: KeyboardEvent<HTMLDivElement>,
  cursorRow: SessionRow | undefined,
  { cursor, onOpen, onTick }: SessionGridProps,
): void {
  // Buttons and boxes in rows use these keys themselves.
  const isHere = event.target === event.currentTarget || isFigure(event.target);
  if (!isHere || event.nativeEvent.isComposing || cursorRow === undefined) return;
  if (event.key === 'Enter') onOpen(cursorRow);
  else if (event.key === ' ') onTick(cursor, false);
  else return;
  event.preventDefault();
}

/** A value of the row at the cursor takes the focus and no keys. */
function isFigure(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.hasAttribute('data-provenance');
}

/** The place of a row that is not read yet. */
function WaitingRow({
  index,
  top,
  height,
  width,
}: {
  index: number;
  top: number;
  height: number;
  width: number;
}): ReactNode {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy="true"
      className={styles.waiting}
      style={{ top, height, width }}
    >
      <div role="gridcell" />
    </div>
  );
}
