import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { Failure } from '../../api/failure';
import { useFailureSentence } from '../../parts/failure-note';
import type { Phase } from '../../parts/phases';
import { useNotices } from '../../parts/undo';
import { useWords } from '../../words/words';
import { atMostAtOnce, type Outcome } from './at-most-at-once';
import { SESSION_PAGES, type SessionPage, type SessionRow } from './session-pages';
import { sessionsWords } from './sessions-words';

const AT_ONCE = 4;
/** From so many on, a deed shows how far it is. */
const MANY = 8;

type Session = Schemas['SessionResponse'];

/** Something done to one session or to many, and how it is taken back. */
export interface Deed {
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
export interface CellFault {
  readonly field: CellField;
  readonly typed: string;
  readonly why: string;
}

export interface UndoneRow {
  readonly row: SessionRow;
  readonly why: string;
}

export interface SessionWrites {
  readonly run: (deed: Deed) => Promise<void>;
  /** Shows what will be written in a moment. */
  readonly show: (row: SessionRow, changes: Partial<SessionRow>) => void;
  /** How far a deed on many is. */
  readonly progress: { readonly done: number; readonly total: number } | undefined;
  /** What the last deed on many did not do. */
  readonly undone: readonly UndoneRow[];
  readonly dismiss: () => void;
  readonly faults: ReadonlyMap<number, CellFault>;
  readonly forgetFault: (id: number) => void;
  /** Rows that were changed since the list was read: where they stand may be out of order. */
  readonly outOfOrder: ReadonlySet<number>;
  readonly sortAgain: () => void;
}

/** Writes to sessions: shown at once, four under way, one undo for all of a deed, failures by row. */
export function useSessionWrites(): SessionWrites {
  const say = useWords(sessionsWords);
  const queries = useQueryClient();
  const { done, failed } = useNotices();
  const sentenceOf = useFailureSentence();
  const [progress, setProgress] = useState<SessionWrites['progress']>();
  const [undone, setUndone] = useState<readonly UndoneRow[]>([]);
  const [faults, setFaults] = useState<ReadonlyMap<number, CellFault>>(new Map());
  const [outOfOrder, setOutOfOrder] = useState<ReadonlySet<number>>(new Set());

  const why = (error: unknown): string => {
    const code = error instanceof Failure ? error.code : '';
    if (code === 'open_session_exists') return say.errorSessionExists;
    if (code === 'already_closed') return say.errorClosed;
    if (code === 'not_closed') return say.errorNotClosed;
    if (code === 'not_found') return say.errorGone;
    return sentenceOf(error);
  };
  const each = async (
    rows: readonly SessionRow[],
    write: Deed['write'],
  ): Promise<Outcome<SessionRow, Session | undefined>[]> => {
    const total = rows.length;
    if (total >= MANY) setProgress({ done: 0, total });
    const outcomes = await atMostAtOnce(
      AT_ONCE,
      rows,
      (row) => oneAfterAnother(row.id, () => write(row)),
      (count) => {
        if (total >= MANY) setProgress({ done: count, total });
      },
    );
    setProgress(undefined);
    return outcomes;
  };
  const readAgain = (moves: boolean, deleted: boolean, rows: readonly SessionRow[]): void => {
    void queries.invalidateQueries({ queryKey: ['sessions', 'count'] });
    for (const { id } of rows) {
      void queries.invalidateQueries({ queryKey: ['session', id], refetchType: deleted ? 'none' : 'active' });
    }
    // A row that was edited stays where it is under the cursor until the list is sorted again.
    void queries.invalidateQueries({ queryKey: SESSION_PAGES, refetchType: moves ? 'active' : 'none' });
    setOutOfOrder((before) => (moves ? new Set() : new Set([...before, ...rows.map(({ id }) => id)])));
  };

  const run = async (deed: Deed): Promise<void> => {
    const { rows, typed, moves = false, deletes = false } = deed;
    if (rows.length === 0) return;
    setUndone([]);
    setFaults((before) => withoutKeys(before, rows));
    patchRows(queries, new Map(rows.map((row) => [row.id, deed.changes(row)])));
    const outcomes = await each(rows, deed.write);
    const succeeded = outcomes.filter(({ error }) => error === undefined);
    const refused = outcomes.filter(({ error }) => error !== undefined);
    patchRows(
      queries,
      new Map([
        ...succeeded.flatMap(({ item, result }) => (result === undefined ? [] : [[item.id, result] as const])),
        ...refused.map(({ item }) => [item.id, fieldsOf(item, deed.changes(item))] as const),
      ]),
    );
    readAgain(
      moves,
      deletes,
      succeeded.map(({ item }) => item),
    );
    const [one] = refused;
    if (one !== undefined && rows.length === 1) {
      if (typed === undefined) failed(new Error(`${nameOf(one.item)}: ${why(one.error)}`));
      else
        setFaults((before) =>
          new Map(before).set(one.item.id, { field: typed.field, typed: typed.value, why: why(one.error) }),
        );
    } else if (refused.length > 0) {
      setUndone(refused.map(({ item, error }) => ({ row: item, why: why(error) })));
    }
    if (succeeded.length === 0) return;
    done(deed.sentence, async () => {
      const before = succeeded.map(({ item }) => item);
      patchRows(queries, new Map(before.map((row) => [row.id, fieldsOf(row, deed.changes(row))])));
      const back = await each(before, deed.takeBack);
      patchRows(
        queries,
        new Map(back.flatMap(({ item, result }) => (result === undefined ? [] : [[item.id, result] as const]))),
      );
      readAgain(moves, false, before);
      const stuck = back.filter(({ error }) => error !== undefined);
      if (stuck.length > 1) setUndone(stuck.map(({ item, error }) => ({ row: item, why: why(error) })));
      const [first] = stuck;
      if (first !== undefined) throw new Error(`${nameOf(first.item)}: ${why(first.error)}`);
    });
  };

  return {
    run,
    show: (row, changes) => patchRows(queries, new Map([[row.id, changes]])),
    progress,
    undone,
    dismiss: () => setUndone([]),
    faults,
    forgetFault: (id) => setFaults((before) => withoutKeys(before, [{ id }])),
    outOfOrder,
    sortAgain: () => {
      setOutOfOrder(new Set());
      void queries.invalidateQueries({ queryKey: SESSION_PAGES });
    },
  };
}

/** The stock as people call it. */
export function nameOf({ code, stockName }: Pick<SessionRow, 'code' | 'stockName'>): string {
  return stockName === null ? code : `${code} ${stockName}`;
}

type PatchBody = NonNullable<Schemas['UpdateSessionBody']>;

export const sessionCalls = {
  patch: (id: number, body: PatchBody): Promise<Session> =>
    sessionOf(dataOf(api.PATCH('/api/stock-cycle/sessions/{id}', { params: { path: { id } }, body }))),
  setPriority: (id: number, priority: number): Promise<Session> =>
    sessionOf(
      dataOf(api.PUT('/api/stock-cycle/sessions/{id}/priority', { params: { path: { id } }, body: { priority } })),
    ),
  setPhase: (id: number, phase: Phase | null): Promise<Session> =>
    sessionCalls.patch(id, { current_primary_phase: phase }),
  remove: async (id: number): Promise<undefined> => {
    await dataOf(api.DELETE('/api/stock-cycle/sessions/{id}', { params: { path: { id } } }));
  },
  restore: (id: number): Promise<Session> =>
    sessionOf(dataOf(api.POST('/api/stock-cycle/sessions/{id}/restore', { params: { path: { id } } }))),
};

async function sessionOf(written: Promise<{ session: Session }>): Promise<Session> {
  return (await written).session;
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

/** Puts changes into every list and preview that holds the session. */
function patchRows(queries: QueryClient, changes: ReadonlyMap<number, Partial<SessionRow>>): void {
  if (changes.size === 0) return;
  queries.setQueriesData<SessionPage>({ queryKey: SESSION_PAGES }, (page) =>
    page === undefined ? page : { ...page, sessions: page.sessions.map((row) => ({ ...row, ...changes.get(row.id) })) },
  );
  for (const [id, change] of changes) {
    queries.setQueryData<Schemas['SessionDetailResponse']>(['session', id], (detail) =>
      detail === undefined ? detail : { ...detail, session: { ...detail.session, ...change } },
    );
  }
}

/** The row's own values of what a change would touch. */
function fieldsOf(row: SessionRow, change: Partial<SessionRow>): Partial<SessionRow> {
  const names = Object.keys(change) as (keyof SessionRow)[];
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

function withoutKeys<Value>(
  map: ReadonlyMap<number, Value>,
  rows: readonly { id: number }[],
): ReadonlyMap<number, Value> {
  const copy = new Map(map);
  for (const { id } of rows) copy.delete(id);
  return copy;
}
