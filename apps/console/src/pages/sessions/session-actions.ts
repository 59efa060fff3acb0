import { useEffect, useRef } from 'react';
import { useConsoleState } from '../../api/console-state';
import { type Phase, usePhaseNames } from '../../parts/phases';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { daysAfter } from './days';
import type { SessionRow } from './session-pages';
import { sessionCalls } from './session-calls';
import { type SessionAction, toName, type SessionWrites } from './session-writes';
import { sessionsMessages } from './sessions-messages';

type Rows = readonly SessionRow[];

/** What can be done to sessions on this page, to one or to many. */
export interface SessionActions {
  readonly setPriority: (rows: Rows, priority: number, typed?: string) => void;
  readonly priorityBy: (rows: Rows, delta: 1 | -1) => void;
  readonly setReview: (rows: Rows, day: string | null, typed?: string) => void;
  /** So many days from today. */
  readonly reviewLater: (rows: Rows, days: number) => void;
  readonly setPhase: (rows: Rows, phase: Phase | null) => void;
  readonly close: (rows: Rows, reason: string) => void;
  readonly reopen: (rows: Rows) => void;
  readonly remove: (rows: Rows) => void;
  readonly restore: (rows: Rows) => void;
}

const MAX_PRIORITY = 100;
const STEPS_DELAY_MS = 500;

/** @param onMoved Called with the sessions that leave the list. */
export function useSessionActions(writes: SessionWrites, onMoved: (rows: Rows) => void): SessionActions {
  return { ...usePriorityActions(writes), ...useFieldActions(writes), ...useMoves(writes, onMoved) };
}

function usePriorityActions(writes: SessionWrites): Pick<SessionActions, 'setPriority' | 'priorityBy'> {
  const t = useMessages(sessionsMessages);
  const name = useRowsName();
  const write = (rows: Rows, to: (row: SessionRow) => number, sentence: string, typed?: string): void =>
    void writes.run({
      sentence,
      rows: rows.filter((row) => to(row) !== row.priority),
      changes: (row) => ({ priority: to(row) }),
      write: (row) => sessionCalls.setPriority(row.id, to(row)),
      takeBack: (row) => sessionCalls.setPriority(row.id, row.priority),
      ...(typed === undefined ? {} : { typed: { field: 'priority' as const, value: typed } }),
    });
  const steps = useSteps(
    (row, priority) => writes.show(row, { priority }),
    (row, priority) => write([row], () => priority, t.didPriority(toName(row), `${row.priority} → ${priority}`)),
  );
  return {
    setPriority: (rows, priority, typed) => {
      const to = inBounds(priority);
      write(rows, () => to, t.didPriority(name(rows), String(to)), typed);
    },
    priorityBy: (rows, delta) => {
      const [one] = rows;
      if (one !== undefined && rows.length === 1) steps(one, delta);
      else {
        const sentence = t.didPriority(name(rows), delta > 0 ? '+1' : '−1');
        write(rows, (row) => inBounds(row.priority + delta), sentence);
      }
    },
  };
}

function useFieldActions({ run }: SessionWrites): Pick<SessionActions, 'setReview' | 'reviewLater' | 'setPhase'> {
  const t = useMessages(sessionsMessages);
  const formats = useFormats();
  const phases = usePhaseNames();
  const { today } = useConsoleState();
  const name = useRowsName();
  const setReview = (rows: Rows, day: string | null, typed?: string): void =>
    void run({
      sentence: t.didReview(name(rows), day === null ? t.cleared : formats.day(day, today)),
      rows,
      changes: () => ({ nextReviewAt: day }),
      write: (row) => sessionCalls.patch(row.id, { next_review_at: day }),
      takeBack: (row) => sessionCalls.patch(row.id, { next_review_at: row.nextReviewAt }),
      ...(typed === undefined ? {} : { typed: { field: 'review' as const, value: typed } }),
    });
  return {
    setReview,
    reviewLater: (rows, days) => setReview(rows, daysAfter(today, days)),
    setPhase: (rows, phase) =>
      void run({
        sentence: t.didPhase(name(rows), phase === null ? t.noPhase : phases[phase]),
        rows,
        changes: () => ({ currentPrimaryPhase: phase }),
        write: (row) => sessionCalls.setPhase(row.id, phase),
        takeBack: (row) => sessionCalls.setPhase(row.id, row.currentPrimaryPhase),
      }),
  };
}

/** What moves sessions in or out of the list. */
function useMoves(
  writes: SessionWrites,
  onMoved: (rows: Rows) => void,
): Pick<SessionActions, 'close' | 'reopen' | 'remove' | 'restore'> {
  const t = useMessages(sessionsMessages);
  const name = useRowsName();
  const move = (rows: Rows, action: Omit<SessionAction, 'rows' | 'moves'>): void => {
    onMoved(rows);
    void writes.run({ ...action, rows, moves: true });
  };
  const close = (row: SessionRow, reason: string | null): ReturnType<typeof sessionCalls.patch> =>
    sessionCalls.patch(row.id, { close: true, ...(reason === null ? {} : { end_reason: reason }) });
  return {
    close: (rows, reason) =>
      move(rows, {
        sentence: t.didClose(name(rows)),
        changes: () => ({ status: 'closed' }),
        write: (row) => close(row, reason === '' ? null : reason),
        takeBack: (row) => sessionCalls.patch(row.id, { reopen: true }),
      }),
    reopen: (rows) =>
      move(rows, {
        sentence: t.didReopen(name(rows)),
        changes: () => ({ status: 'open' }),
        write: (row) => sessionCalls.patch(row.id, { reopen: true }),
        takeBack: (row) => close(row, row.endReason),
      }),
    remove: (rows) =>
      move(rows, {
        sentence: t.didDelete(name(rows)),
        changes: () => ({ deletedAt: new Date().toISOString() }),
        write: (row) => sessionCalls.remove(row.id),
        takeBack: (row) => sessionCalls.restore(row.id),
        deletes: true,
      }),
    restore: (rows) =>
      move(rows, {
        sentence: t.didRestore(name(rows)),
        changes: () => ({ deletedAt: null }),
        write: (row) => sessionCalls.restore(row.id),
        takeBack: (row) => sessionCalls.remove(row.id),
      }),
  };
}

/** What a sentence calls these sessions. */
export function useRowsName(): (rows: Rows) => string {
  const t = useMessages(sessionsMessages);
  return (rows) => {
    const [one] = rows;
    return one !== undefined && rows.length === 1 ? toName(one) : t.many(rows.length);
  };
}

const inBounds = (priority: number): number => Math.min(MAX_PRIORITY, Math.max(0, priority));

/** Steps of one row in quick succession are one action with one undo; the first row waits no longer when another one is stepped. */
function useSteps(
  show: (row: SessionRow, priority: number) => void,
  write: (row: SessionRow, priority: number) => void,
): (row: SessionRow, delta: 1 | -1) => void {
  const latest = useRef(write);
  const open = useRef<{ row: SessionRow; to: number; timer: ReturnType<typeof setTimeout> }>(undefined);
  useEffect(() => {
    latest.current = write;
  });
  const end = (): void => {
    if (open.current === undefined) return;
    const { row, to, timer } = open.current;
    clearTimeout(timer);
    open.current = undefined;
    latest.current(row, to);
  };
  const ending = useRef(end);
  useEffect(() => {
    ending.current = end;
  });
  useEffect(() => () => ending.current(), []);
  return (row, delta) => {
    if (open.current !== undefined && open.current.row.id !== row.id) end();
    const before = open.current;
    clearTimeout(before?.timer);
    const to = inBounds((before?.to ?? row.priority) + delta);
    open.current = { row: before?.row ?? row, to, timer: setTimeout(end, STEPS_DELAY_MS) };
    show(row, to);
  };
}
