import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { sessionDetailOptions } from '../../session-preview/session-detail-options';
import { type Tab, toBareRow, type WorkList, type WorkRow } from './today-work';
import type { TodayAddress } from './use-today-address';

const PREFETCHED = 2;

/** The row of the list that is open, and the ways to another one. */
export interface WorkCursor {
  readonly key: string | undefined;
  readonly row: WorkRow | undefined;
  /** The last row of the list is done. */
  readonly ended: boolean;
  /** What takes the focus as soon as it is shown. */
  readonly focusTarget: 'row' | 'form' | undefined;
  readonly focus: (target: 'row' | 'form') => void;
  readonly onFocused: () => void;
  readonly select: (row: WorkRow) => void;
  /** Opens the session's page; a stock without a session is selected. */
  readonly open: (row: WorkRow | undefined) => void;
  readonly step: (by: number) => void;
  /** To the row after the one that was just done; after the last one the round has ended. */
  readonly goOn: () => void;
  /** Begins another round at the first row. */
  readonly restart: () => void;
  readonly showTab: (tab: Tab) => void;
}

/** @param form If it has the focus, the form of the next row gets it. */
export function useWorkCursor(
  { rows }: WorkList,
  { rowKey, change }: TodayAddress,
  phone: boolean,
  form: RefObject<HTMLElement | null>,
): WorkCursor {
  const [, navigate] = useLocation();
  const [ended, setEnded] = useState(false);
  const [focusTarget, focus] = useState<'row' | 'form'>();
  const onFocused = useCallback(() => focus(undefined), []);
  const key = rowKey ?? (phone ? undefined : rows[0]?.key);
  const index = rows.findIndex((row) => row.key === key);
  const lastIndex = useRef(0);
  useEffect(() => {
    if (index >= 0) lastIndex.current = index;
  }, [index]);
  usePrefetch(rows, index);

  const select = (to: WorkRow): void => {
    setEnded(false);
    change({
      session: to.sessionId === null ? null : String(to.sessionId),
      code: to.sessionId === null ? to.code : null,
    });
  };
  return {
    key,
    row: rows[index] ?? toUnlistedRow(rowKey),
    ended,
    focusTarget,
    focus,
    onFocused,
    select,
    open: (to) => {
      if (to === undefined) return;
      if (to.sessionId === null) select(to);
      else navigate(`/sessions/${to.sessionId}`);
    },
    step: (by) => {
      const from = index >= 0 ? index : lastIndex.current - (by > 0 ? 1 : 0);
      const to = rows[Math.min(Math.max(from + by, 0), rows.length - 1)];
      if (to === undefined) return;
      select(to);
      focus('row');
    },
    goOn: () => {
      const inForm = form.current?.contains(document.activeElement) ?? false;
      const next = index >= 0 ? rows[index + 1] : rows[lastIndex.current];
      if (next === undefined) {
        setEnded(true);
        return;
      }
      select(next);
      focus(inForm ? 'form' : 'row');
    },
    restart: () => {
      setEnded(false);
      const [first] = rows;
      if (first === undefined) change({ session: null, code: null });
      else select(first);
    },
    showTab: (tab) => {
      setEnded(false);
      change({ tab, session: null, code: null }, false);
    },
  };
}

/** Reads the sessions of the next rows before they are opened. */
function usePrefetch(rows: readonly WorkRow[], index: number): void {
  const queries = useQueryClient();
  useEffect(() => {
    for (const { sessionId } of rows.slice(index + 1, index + 1 + PREFETCHED)) {
      if (sessionId === null) continue;
      queries.query(sessionDetailOptions(sessionId)).catch(() => undefined);
    }
  }, [queries, rows, index]);
}

/** A row that the address names and the list does not contain: it was done meanwhile, or never was on it. */
function toUnlistedRow(key: string | undefined): WorkRow | undefined {
  if (key === undefined) return undefined;
  const named = key.slice(1);
  return key.startsWith('s') ? toBareRow('', null, Number(named)) : toBareRow(named, null, null);
}
