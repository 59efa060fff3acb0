import { useEffect, useRef } from 'react';
import { useConsoleState } from '../../api/console-state';
import { type Phase, usePhaseNames } from '../../parts/phases';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { daysAfter } from './days';
import type { SessionRow } from './session-pages';
import { nameOf, sessionCalls, type SessionWrites } from './session-writes';
import { sessionsWords } from './sessions-words';

type Rows = readonly SessionRow[];

/** What can be done to sessions on this page, to one or to many. */
export interface SessionDeeds {
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

const HIGHEST = 100;
const STEPS_REST_MS = 500;

/** @param onMoved Called with the sessions that leave the list. */
export function useSessionDeeds(writes: SessionWrites, onMoved: (rows: Rows) => void): SessionDeeds {
  const say = useWords(sessionsWords);
  const formats = useFormats();
  const phases = usePhaseNames();
  const { today } = useConsoleState();
  const what = (rows: Rows): string => {
    const [one] = rows;
    return one !== undefined && rows.length === 1 ? nameOf(one) : say.many(rows.length);
  };
  const run = (deed: Parameters<SessionWrites['run']>[0]): void => void writes.run(deed);

  const priorities = (rows: Rows, to: (row: SessionRow) => number, said: string, typed?: string): void =>
    run({
      sentence: said,
      rows: rows.filter((row) => to(row) !== row.priority),
      changes: (row) => ({ priority: to(row) }),
      write: (row) => sessionCalls.setPriority(row.id, to(row)),
      takeBack: (row) => sessionCalls.setPriority(row.id, row.priority),
      ...(typed === undefined ? {} : { typed: { field: 'priority' as const, value: typed } }),
    });
  const setReview = (rows: Rows, day: string | null, typed?: string): void =>
    run({
      sentence: say.didReview(what(rows), day === null ? say.cleared : formats.day(day, today)),
      rows,
      changes: () => ({ nextReviewAt: day }),
      write: (row) => sessionCalls.patch(row.id, { next_review_at: day }),
      takeBack: (row) => sessionCalls.patch(row.id, { next_review_at: row.nextReviewAt }),
      ...(typed === undefined ? {} : { typed: { field: 'review' as const, value: typed } }),
    });
  const steps = useSteps(
    (row, priority) => writes.show(row, { priority }),
    (row, priority) => priorities([row], () => priority, say.didPriority(nameOf(row), `${row.priority} → ${priority}`)),
  );
  const moved = (rows: Rows, deed: Omit<Parameters<SessionWrites['run']>[0], 'rows' | 'moves'>): void => {
    onMoved(rows);
    run({ ...deed, rows, moves: true });
  };

  return {
    setPriority: (rows, priority, typed) => {
      const to = Math.min(HIGHEST, Math.max(0, priority));
      priorities(rows, () => to, say.didPriority(what(rows), String(to)), typed);
    },
    priorityBy: (rows, delta) => {
      const to = (row: SessionRow): number => Math.min(HIGHEST, Math.max(0, row.priority + delta));
      const [one] = rows;
      if (one !== undefined && rows.length === 1) steps(one, delta);
      else priorities(rows, to, say.didPriority(what(rows), delta > 0 ? '+1' : '−1'));
    },
    setReview,
    reviewLater: (rows, days) => setReview(rows, daysAfter(today, days)),
    setPhase: (rows, phase) =>
      run({
        sentence: say.didPhase(what(rows), phase === null ? say.noPhase : phases[phase]),
        rows,
        changes: () => ({ currentPrimaryPhase: phase }),
        write: (row) => sessionCalls.setPhase(row.id, phase),
        takeBack: (row) => sessionCalls.setPhase(row.id, row.currentPrimaryPhase),
      }),
    close: (rows, reason) =>
      moved(rows, {
        sentence: say.didClose(what(rows)),
        changes: () => ({ status: 'closed' }),
        write: (row) => sessionCalls.patch(row.id, { close: true, ...(reason === '' ? {} : { end_reason: reason }) }),
        takeBack: (row) => sessionCalls.patch(row.id, { reopen: true }),
      }),
    reopen: (rows) =>
      moved(rows, {
        sentence: say.didReopen(what(rows)),
        changes: () => ({ status: 'open' }),
        write: (row) => sessionCalls.patch(row.id, { reopen: true }),
        takeBack: (row) =>
          sessionCalls.patch(row.id, { close: true, ...(row.endReason === null ? {} : { end_reason: row.endReason }) }),
      }),
    remove: (rows) =>
      moved(rows, {
        sentence: say.didDelete(what(rows)),
        changes: () => ({ deletedAt: new Date().toISOString() }),
        write: (row) => sessionCalls.remove(row.id),
        takeBack: (row) => sessionCalls.restore(row.id),
        deletes: true,
      }),
    restore: (rows) =>
      moved(rows, {
        sentence: say.didRestore(what(rows)),
        changes: () => ({ deletedAt: null }),
        write: (row) => sessionCalls.restore(row.id),
        takeBack: (row) => sessionCalls.remove(row.id),
      }),
  };
}

/** Steps of one row in quick succession are one deed with one undo; the first row waits no longer when another one is stepped. */
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
    const to = Math.min(HIGHEST, Math.max(0, (before?.to ?? row.priority) + delta));
    open.current = { row: before?.row ?? row, to, timer: setTimeout(end, STEPS_REST_MS) };
    show(row, to);
  };
}
