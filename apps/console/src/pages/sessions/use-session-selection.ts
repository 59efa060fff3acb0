import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  PAGE_SIZE,
  SESSION_PAGES,
  type SessionPage,
  sessionPageOptions,
  type SessionPages,
  type SessionRow,
} from './session-pages';

type Ticks = ReadonlyMap<number, SessionRow>;

/** So many at most can be ticked at once. */
export const MAX_TICKED = 1000;

const NO_TICKS: Ticks = new Map();

/** The ticked sessions of a list, and how the cursor moves and ticks them. */
export interface SessionSelection {
  /** By id, as they were when they were ticked. */
  readonly ticks: Ticks;
  /** The ticked rows as they are now. */
  readonly tickedRows: () => SessionRow[];
  /** The sessions that a key acts on: the ticked ones, else the one under the cursor; without deleted ones. */
  readonly targetRows: () => SessionRow[];
  readonly untick: (rows: readonly SessionRow[]) => void;
  readonly untickAll: () => void;
  /** Ticks or unticks a row; with `wholeRange` ticks all from the last one on. */
  readonly tick: (index: number, wholeRange: boolean) => void;
  /** Ticks the rows that are loaded, or unticks all if any is ticked. */
  readonly toggleLoaded: () => void;
  /** Ticks every row of the list, which reads the pages that aren't loaded. */
  readonly tickWholeList: () => Promise<void>;
  /** Puts the cursor on a row, where a range begins. */
  readonly moveTo: (index: number) => void;
  readonly moveBy: (step: number) => void;
  /** Moves the cursor, and with it the end of the ticked range. */
  readonly extendBy: (step: number) => void;
}

/**
 * @param cursor The index of the cursor, which `moveCursor` sets.
 * @param focusList Called if the cursor has moved, so that its next key reaches the list.
 */
export function useSessionSelection(
  { total, shown, rowAt }: SessionPages,
  cursor: number,
  moveCursor: (index: number) => void,
  focusList: () => void,
): SessionSelection {
  const queries = useQueryClient();
  const anchor = useRef(0);
  const [ticks, setTicks] = useState(NO_TICKS);
  const rowsBetween = (one: number, other: number): SessionRow[] =>
    Array.from({ length: Math.abs(one - other) + 1 }, (_, at) => rowAt(Math.min(one, other) + at)).filter(
      (row) => row !== undefined,
    );
  const untick = (rows: readonly SessionRow[]): void => setTicks((before) => withoutRows(before, rows));
  const target = (step: number): number | undefined =>
    total === undefined || total === 0 ? undefined : Math.max(0, Math.min(total - 1, cursor + step));
  const tickedRows = (): SessionRow[] => {
    if (ticks.size === 0) return [];
    const known = new Map<number, SessionRow>();
    for (const [, page] of queries.getQueriesData<SessionPage>({ queryKey: [...SESSION_PAGES, shown] })) {
      for (const row of page?.sessions ?? []) known.set(row.id, row);
    }
    return [...ticks.values()].map((row) => known.get(row.id) ?? row);
  };
  return {
    ticks,
    tickedRows,
    targetRows: () => {
      const row = rowAt(cursor);
      const rows = ticks.size > 0 ? tickedRows() : row === undefined ? [] : [row];
      return rows.filter(({ deletedAt }) => (deletedAt ?? null) === null);
    },
    untick,
    untickAll: () => setTicks(NO_TICKS),
    tick: (index, wholeRange) => {
      const row = rowAt(index);
      if (row === undefined) return;
      if (wholeRange) setTicks((before) => withRows(before, rowsBetween(anchor.current, index)));
      else if (ticks.has(row.id)) untick([row]);
      else setTicks((before) => withRows(before, [row]));
      anchor.current = index;
      moveCursor(index);
      focusList();
    },
    toggleLoaded: () => {
      const loaded = (): Ticks => withRows(NO_TICKS, rowsBetween(0, Math.min(total ?? 0, MAX_TICKED) - 1));
      setTicks(ticks.size > 0 ? NO_TICKS : loaded());
    },
    tickWholeList: async () => {
      const pages = Array.from({ length: Math.ceil(Math.min(total ?? 0, MAX_TICKED) / PAGE_SIZE) }, (_, page) => page);
      const read = await Promise.all(pages.map((page) => queries.query(sessionPageOptions(shown, page))));
      setTicks(withRows(NO_TICKS, read.flatMap(({ sessions }) => sessions).slice(0, MAX_TICKED)));
    },
    moveTo: (index) => {
      anchor.current = index;
      moveCursor(index);
    },
    moveBy: (step) => {
      const next = target(step);
      if (next === undefined) return;
      anchor.current = next;
      moveCursor(next);
      focusList();
    },
    extendBy: (step) => {
      const next = target(step);
      if (next === undefined) return;
      const before = rowsBetween(anchor.current, cursor);
      const after = rowsBetween(anchor.current, next);
      setTicks((all) => withRows(withoutRows(all, before), after));
      moveCursor(next);
      focusList();
    },
  };
}

function withRows(ticks: Ticks, rows: readonly SessionRow[]): Ticks {
  return new Map([...ticks, ...rows.map((row) => [row.id, row] as const)]);
}

function withoutRows(ticks: Ticks, rows: readonly SessionRow[]): Ticks {
  const left = new Map(ticks);
  for (const { id } of rows) left.delete(id);
  return left;
}
