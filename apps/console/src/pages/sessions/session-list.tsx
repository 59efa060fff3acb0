import type { ReactNode, RefObject } from 'react';
import { useLocation } from 'wouter';
import { Loading } from '../../parts/loading';
import { EmptyList } from './empty-list';
import { savePosition } from './list-positions';
import { SessionCards } from './session-cards';
import { SessionGrid } from './session-grid';
import type { SessionPages, SessionRow } from './session-pages';
import type { SessionWrites } from './session-writes';
import type { CellEditing } from './use-cell-editing';
import type { ColumnChoice } from './use-column-choice';
import type { SessionSelection } from './use-session-selection';
import type { SessionsAddress } from './use-sessions-address';

interface SessionListProps {
  readonly phone: boolean;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly address: SessionsAddress;
  readonly pages: SessionPages;
  readonly cursor: number;
  readonly selection: SessionSelection;
  readonly cells: CellEditing;
  readonly columns: ColumnChoice;
  readonly writes: SessionWrites;
}

/** The rows of the list: cards on a phone, else a grid; or why there are none. */
export function SessionList({
  phone,
  scroller,
  address,
  pages,
  cursor,
  selection,
  ...grid
}: SessionListProps): ReactNode {
  const [, navigate] = useLocation();
  const { total, rowAt, late, shown, onVisible } = pages;
  const open = (row: SessionRow): void => {
    if ((row.deletedAt ?? null) !== null) return;
    const index = pages.indexOf(row.id) ?? cursor;
    savePosition(shown, { index, id: row.id, top: scroller.current?.scrollTop ?? 0 });
    navigate(`/sessions/${row.id}`);
  };
  if (total === undefined) return pages.error === undefined && <Loading rows={14} />;
  if (total === 0 && !late) return <EmptyList query={address.query} onQuery={address.setQuery} />;
  const list = {
    scroller,
    total,
    rowAt,
    late,
    onVisible,
    onOpen: open,
    ticks: selection.ticks,
    onTick: selection.tick,
  };
  if (phone) return <SessionCards {...list} sort={address.query.sort} />;
  return (
    <SessionGrid
      {...list}
      columns={grid.columns.columns}
      query={address.query}
      onSort={address.sortBy}
      cursor={cursor}
      onCursor={selection.moveTo}
      onTickLoaded={selection.toggleLoaded}
      faults={grid.writes.cellErrors}
      openCell={grid.cells.openCell}
      onOpenCell={grid.cells.setOpenCell}
      onEdit={grid.cells.save}
    />
  );
}
