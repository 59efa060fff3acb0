import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../api/client';
import { Failure } from '../../api/failure';
import { useFailureSentence } from '../../parts/failure-note';
import { useNotices } from '../../parts/undo';
import { useMessages } from '../../i18n/messages';
import { atMostAtOnce, type Outcome } from './at-most-at-once';
import { pickFields, patchRows } from './cached-rows';
import { SESSION_PAGES, type SessionRow } from './session-pages';
import { sessionsMessages } from './sessions-messages';

const AT_ONCE = 4;
/** From so many rows on, an action shows its progress. */
const MANY = 8;

type Session = Schemas['SessionResponse'];

/** Something done to one session or to many, and how it is taken back. */
export interface SessionAction {
  readonly sentence: string;
  readonly rows: readonly SessionRow[];
  /** What the row looks like at once. */
  readonly changes: (row: SessionRow) => Partial<SessionRow>;
  readonly write: (row: SessionRow) => Promise<Session | undefined>;
  readonly takeBack: (row: SessionRow) => Promise<Session | undefined>;
  /** It moves sessions in or out of lists, so that they are read again. */
  readonly moves?: boolean;
  /** Afterwards the session can't be read any more. */
  readonly deletes?: boolean;
  /** What was typed into a cell, kept there if it fails. */
  readonly typed?: { readonly field: CellField; readonly value: string };
}

export type CellField = 'priority' | 'review';

/** A cell whose value the server did not take. */
export interface CellError {
  readonly field: CellField;
  readonly typed: string;
  readonly why: string;
}

export interface UndoneRow {
  readonly row: SessionRow;
  readonly why: string;
}

export interface SessionWrites {
  readonly run: (action: SessionAction) => Promise<void>;
  /** Shows what will be written in a moment. */
  readonly show: (row: SessionRow, changes: Partial<SessionRow>) => void;
  /** The progress of an action on many. */
  readonly progress: { readonly done: number; readonly total: number } | undefined;
  /** The rows that the last action on many failed for. */
  readonly undone: readonly UndoneRow[];
  readonly dismiss: () => void;
  readonly cellErrors: ReadonlyMap<number, CellError>;
  readonly clearCellError: (id: number) => void;
  /** Rows that were changed since the list was read: where they stand may be out of order. */
  readonly outOfOrder: ReadonlySet<number>;
  readonly sortAgain: () => void;
}

/** Writes to sessions: shown at once, four under way, one undo for all of an action, failures by row. */
export function useSessionWrites(): SessionWrites {
  const queries = useQueryClient();
  const { done, failed } = useNotices();
  const why = useRejectionReason();
  const [progress, setProgress] = useState<SessionWrites['progress']>();
  const [undone, setUndone] = useState<readonly UndoneRow[]>([]);
  const [faults, setFaults] = useState<ReadonlyMap<number, CellError>>(new Map());
  const [outOfOrder, setOutOfOrder] = useState<ReadonlySet<number>>(new Set());

  const readAgain = ({ moves = false }: SessionAction, rows: readonly SessionRow[], deleted: boolean): void => {
    void queries.invalidateQueries({ queryKey: ['sessions', 'count'] });
    for (const { id } of rows) {
      void queries.invalidateQueries({ queryKey: ['session', id], refetchType: deleted ? 'none' : 'active' });
    }
    // A row that was edited stays where it is under the cursor until the list is sorted again.
    void queries.invalidateQueries({ queryKey: SESSION_PAGES, refetchType: moves ? 'active' : 'none' });
    setOutOfOrder((before) => (moves ? new Set() : new Set([...before, ...rows.map(({ id }) => id)])));
  };
  const showRejected = ({ rows, typed }: SessionAction, rejected: readonly SessionOutcome[]): void => {
    const reasons = rejected.map(({ item, error }) => ({ row: item, why: why(error) }));
    const [only] = reasons;
    if (only === undefined) return;
    if (rows.length > 1) setUndone(reasons);
    else if (typed === undefined) failed(new Error(`${toName(only.row)}: ${only.why}`));
    else {
      const fault = { field: typed.field, typed: typed.value, why: only.why };
      setFaults((before) => new Map(before).set(only.row.id, fault));
    }
  };
  const undo = async (action: SessionAction, rows: readonly SessionRow[]): Promise<void> => {
    patchRows(queries, new Map(rows.map((row) => [row.id, pickFields(row, action.changes(row))])));
    const outcomes = await sendAll(rows, action.takeBack, setProgress);
    patchRows(queries, storedRows(outcomes));
    readAgain(action, rows, false);
    const stuck = outcomes.filter(({ error }) => error !== undefined);
    if (stuck.length > 1) setUndone(stuck.map(({ item, error }) => ({ row: item, why: why(error) })));
    const [first] = stuck;
    if (first !== undefined) throw new Error(`${toName(first.item)}: ${why(first.error)}`);
  };
  const run = async (action: SessionAction): Promise<void> => {
    const { rows, changes, deletes = false } = action;
    if (rows.length === 0) return;
    setUndone([]);
    setFaults((before) => withoutKeys(before, rows));
    patchRows(queries, new Map(rows.map((row) => [row.id, changes(row)])));
    const outcomes = await sendAll(rows, action.write, setProgress);
    const rejected = outcomes.filter(({ error }) => error !== undefined);
    const written = outcomes.filter(({ error }) => error === undefined).map(({ item }) => item);
    const asBefore = rejected.map(({ item }) => [item.id, pickFields(item, changes(item))] as const);
    patchRows(queries, new Map([...storedRows(outcomes), ...asBefore]));
    readAgain(action, written, deletes);
    showRejected(action, rejected);
    if (written.length > 0) done(action.sentence, () => undo(action, written));
  };

  return {
    run,
    show: (row, changes) => patchRows(queries, new Map([[row.id, changes]])),
    progress,
    undone,
    dismiss: () => setUndone([]),
    cellErrors: faults,
    clearCellError: (id) => setFaults((before) => withoutKeys(before, [{ id }])),
    outOfOrder,
    sortAgain: () => {
      setOutOfOrder(new Set());
      void queries.invalidateQueries({ queryKey: SESSION_PAGES });
    },
  };
}

type SessionOutcome = Outcome<SessionRow, Session | undefined>;

/** Sends one request per row, some at once, and reports the progress if there are many. */
async function sendAll(
  rows: readonly SessionRow[],
  write: SessionAction['write'],
  onProgress: (progress: SessionWrites['progress']) => void,
): Promise<SessionOutcome[]> {
  const total = rows.length;
  const report = (done: number): void => {
    if (total >= MANY) onProgress({ done, total });
  };
  report(0);
  const outcomes = await atMostAtOnce(AT_ONCE, rows, (row) => oneAfterAnother(row.id, () => write(row)), report);
  onProgress(undefined);
  return outcomes;
}

/** The sessions as the server has stored them, by id. */
function storedRows(outcomes: readonly SessionOutcome[]): Map<number, Partial<SessionRow>> {
  return new Map(outcomes.flatMap(({ item, result }) => (result === undefined ? [] : [[item.id, result] as const])));
}

/** A sentence on why the server rejected a write. */
function useRejectionReason(): (error: unknown) => string {
  const t = useMessages(sessionsMessages);
  const sentenceOf = useFailureSentence();
  return (error) => {
    const code = error instanceof Failure ? error.code : '';
    if (code === 'open_session_exists') return t.errorSessionExists;
    if (code === 'already_closed') return t.errorClosed;
    if (code === 'not_closed') return t.errorNotClosed;
    if (code === 'not_found') return t.errorGone;
    return sentenceOf(error);
  };
}

/** The stock as people call it. */
export function toName({ code, stockName }: Pick<SessionRow, 'code' | 'stockName'>): string {
  return stockName === null ? code : `${code} ${stockName}`;
}

const lanes = new Map<number, Promise<unknown>>();

/** Two writes of one session reach the server in the order in which they were made. */
function oneAfterAnother<Result>(id: number, work: () => Promise<Result>): Promise<Result> {
  const before = lanes.get(id) ?? Promise.resolve();
  const mine = before.then(work, work);
  const settled = mine.catch(() => undefined);
  lanes.set(id, settled);
  void settled.then(() => {
    if (lanes.get(id) === settled) lanes.delete(id);
  });
  return mine;
}

function withoutKeys<Value>(
  map: ReadonlyMap<number, Value>,
  rows: readonly { id: number }[],
): ReadonlyMap<number, Value> {
  const copy = new Map(map);
  for (const { id } of rows) copy.delete(id);
  return copy;
}
