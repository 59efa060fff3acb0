import { useState } from 'react';
import type { SessionPages } from './session-pages';

/** Where the keyboard is in the list: an index, and the session that is meant by it. */
export interface ListCursor {
  readonly index: number;
  readonly id: number | null;
}

/** A cursor that stays with its session when the list is read again; where the session has left, with its place. */
export function useListCursor(
  { total, rowAt, indexOf }: Pick<SessionPages, 'total' | 'rowAt' | 'indexOf'>,
  first: ListCursor,
): [ListCursor, (index: number) => void, (cursor: ListCursor) => void] {
  const [cursor, setCursor] = useState(first);
  const next = follow(cursor, total, rowAt, indexOf);
  if (next !== cursor) setCursor(next);
  const move = (index: number): void => setCursor({ index, id: rowAt(index)?.id ?? null });
  return [next, move, setCursor];
}

/** The cursor after the list was read again; the same object if nothing has changed. */
export function follow(
  cursor: ListCursor,
  total: number | undefined,
  rowAt: SessionPages['rowAt'],
  indexOf: SessionPages['indexOf'],
): ListCursor {
  if (total === undefined) return cursor;
  const row = rowAt(cursor.index);
  if (row?.id === cursor.id) return cursor;
  const moved = cursor.id === null ? undefined : indexOf(cursor.id);
  if (moved !== undefined) return { index: moved, id: cursor.id };
  const index = Math.max(0, Math.min(cursor.index, total - 1));
  const there = rowAt(index);
  // Not read yet: whoever it is will be known in a moment.
  if (there === undefined) return index === cursor.index ? cursor : { index, id: null };
  return { index, id: there.id };
}
