import fc from 'fast-check';
import { ensureAdministrator } from '#lib/accounts';
import type { Database } from '#lib/database';
import { AppError, calendarDayOf, SystemClock } from '#lib/kernel';
import { SessionsService } from '#lib/tracking';
import { emptyTables } from '../support/database/empty-tables';
import { type OpenedDatabase, openTestDatabase } from '../support/database/opened-database';

const CODES = ['600001', '600002', '600003'];
const SEED = 20260310;

/** What a session should be, told by the contract's table and not by our code. */
interface Known {
  code: string;
  open: boolean;
  deleted: boolean;
  priority: number;
  note: string | null;
}

type Command =
  | { kind: 'create'; code: number }
  | { kind: 'patch'; target: number; note: string; delta: 1 | -1 | undefined }
  | { kind: 'close' | 'reopen' | 'delete' | 'restore'; target: number };

const target = fc.nat({ max: 7 });
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('create' as const), code: fc.nat({ max: 2 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('patch' as const),
      target,
      note: fc.constantFrom('a', 'b', 'c'),
      delta: fc.constantFrom(1 as const, -1 as const, undefined),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constantFrom('close', 'reopen', 'delete', 'restore'), target }),
  },
);

describe('the states of sessions, against the database', () => {
  let opened: OpenedDatabase;
  let database: Database;
  let sessions: SessionsService;

  beforeAll(async () => {
    opened = await openTestDatabase();
    ({ database } = opened);
    await ensureAdministrator(database, { username: 'admin', password: 'correct horse battery' });
    sessions = new SessionsService(database, new SystemClock());
  });
  afterAll(() => opened.remove());

  const empty = (): Promise<void> => emptyTables(database, ['tracking_session'], { restartIds: true });

  /** Runs a command on the session with the id that its target stands for. @returns `ok`, or the code of the refusal. */
  const run = async (one: Command, idOf: (target: number) => number): Promise<string> => {
    try {
      switch (one.kind) {
        case 'create':
          await sessions.create(
            {
              code: CODES[one.code] ?? '',
              entryDate: calendarDayOf('2026-03-02'),
              stockName: null,
              currentPrimaryPhase: undefined,
              source: null,
              entryClosePrice: null,
            },
            1,
          );
          break;
        case 'patch':
          await sessions.update(
            idOf(one.target),
            { summaryNote: one.note, ...(one.delta === undefined ? {} : { priorityDelta: one.delta }) },
            undefined,
          );
          break;
        case 'close':
        case 'reopen':
          await sessions.update(idOf(one.target), { move: one.kind }, undefined);
          break;
        case 'delete':
          await sessions.delete(idOf(one.target));
          break;
        case 'restore':
          await sessions.restore(idOf(one.target));
          break;
      }
      return 'ok';
    } catch (error) {
      if (error instanceof AppError) return error.code;
      throw error;
    }
  };

  /** Changes the model as the contract says, or answers the code of the refusal. */
  const predict = (
    model: Map<number, Known>,
    one: Command,
    nextId: number,
    idOf: (target: number) => number,
  ): string => {
    const taken = (code: string, but?: number): boolean =>
      [...model].some(([id, other]) => id !== but && other.code === code && other.open && !other.deleted);
    if (one.kind === 'create') {
      const code = CODES[one.code] ?? '';
      if (taken(code)) return 'open_session_exists';
      model.set(nextId, { code, open: true, deleted: false, priority: 50, note: null });
      return 'ok';
    }
    const id = idOf(one.target);
    const session = model.get(id);
    if (session === undefined) return 'not_found';
    if (one.kind === 'restore') {
      if (!session.deleted) return 'not_deleted';
      if (session.open && taken(session.code, id)) return 'open_session_exists';
      session.deleted = false;
      return 'ok';
    }
    if (session.deleted) return 'not_found';
    switch (one.kind) {
      case 'patch':
        session.note = one.note;
        session.priority = Math.min(100, Math.max(0, session.priority + (one.delta ?? 0)));
        return 'ok';
      case 'close':
        if (!session.open) return 'already_closed';
        session.open = false;
        return 'ok';
      case 'reopen':
        if (session.open) return 'not_closed';
        if (taken(session.code, id)) return 'open_session_exists';
        session.open = true;
        return 'ok';
      case 'delete':
        session.deleted = true;
        return 'ok';
    }
  };

  const stored = async (): Promise<[number, Known][]> =>
    (
      await database.query<Known & { id: number }>(
        `select id, code, ended_at is null as open, deleted_at is not null as deleted, priority, summary_note as note
         from tracking_session order by id`,
      )
    ).map(({ id, ...known }) => [id, known]);

  it('follow the table of the contract, whatever is requested in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 30 }), async (commands) => {
        await empty();
        const model = new Map<number, Known>();
        // A refused create has drawn an id too, so ids are taken from the database.
        for (const one of commands) {
          const ids = [...model.keys()];
          const idOf = (wanted: number): number => ids[wanted % Math.max(1, ids.length)] ?? 999;
          const before = await newestId();
          const answer = await run(one, idOf);
          const after = await newestId();
          const expected = predict(model, one, after, idOf);
          expect([one, answer]).toEqual([one, expected]);
          expect(after !== before).toBe(one.kind === 'create' && answer === 'ok');
        }
        expect(await stored()).toEqual([...model].sort(([a], [b]) => a - b));
        expect(await sessionsWithoutFigures()).toBe(0);
      }),
      { seed: SEED, numRuns: 25 },
    );
  }, 60_000);

  it('keep one open session per code while commands run at once, and some order explains every response', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { minLength: 3, maxLength: 12 }),
        fc.array(command, { minLength: 6, maxLength: 8 }),
        async (prelude, together) => {
          await empty();
          const idOf = (wanted: number): number => wanted + 1;
          for (const one of prelude) await run(one, idOf);
          const before = new Map(await stored());
          const answers = await Promise.all(together.map((one) => run(one, idOf)));
          for (const answer of answers) {
            expect(['ok', 'not_found', 'already_closed', 'not_closed', 'not_deleted', 'open_session_exists']).toContain(
              answer,
            );
          }
          const after = new Map(await stored());
          const open = [...after.values()].filter((session) => session.open && !session.deleted);
          expect(new Set(open.map((session) => session.code)).size).toBe(open.length);
          expect(await sessionsWithoutFigures()).toBe(0);

          // Every session went through as many moves of a pair as its state tells.
          for (const [id, session] of after) {
            const done = (kind: Command['kind']): number =>
              together.filter(
                (one, index) =>
                  one.kind === kind && one.kind !== 'create' && idOf(one.target) === id && answers[index] === 'ok',
              ).length;
            const was = before.get(id) ?? { ...session, open: true, deleted: false, priority: 50 };
            expect(Number(was.open) + done('reopen') - done('close')).toBe(Number(session.open));
            expect(Number(was.deleted) + done('delete') - done('restore')).toBe(Number(session.deleted));
            const moved = together.reduce(
              (sum, one, index) =>
                one.kind === 'patch' && idOf(one.target) === id && answers[index] === 'ok'
                  ? sum + (one.delta ?? 0)
                  : sum,
              was.priority,
            );
            expect(session.priority).toBe(moved);
          }
          expect(after.size - before.size).toBe(
            together.filter((one, index) => one.kind === 'create' && answers[index] === 'ok').length,
          );
        },
      ),
      { seed: SEED, numRuns: 60 },
    );
  }, 60_000);

  it('give market metrics to the sessions that a scan opens, once', async () => {
    await empty();
    const opened = [1, 2].map((round) =>
      database.transaction((tx) =>
        sessions.openAll(
          tx,
          CODES.map((code) => ({
            code,
            stockName: null,
            entryDate: calendarDayOf('2026-03-02'),
            entryClosePrice: round,
          })),
          { source: '一年地量', marketSource: 'files', createdBy: 1 },
        ),
      ),
    );
    const outcomes = (await Promise.all(opened)).flatMap((one) => [...one.values()].map(({ outcome }) => outcome));
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(CODES.length);
    expect(await stored()).toHaveLength(CODES.length);
    expect(await sessionsWithoutFigures()).toBe(0);
  });

  async function newestId(): Promise<number> {
    const [row] = await database.query<{ id: number }>('select coalesce(max(id), 0) as id from tracking_session');
    return row?.id ?? 0;
  }

  async function sessionsWithoutFigures(): Promise<number> {
    const [row] = await database.query<{ count: number }>(
      `select count(*) as count from tracking_session s
       where not exists (select from session_market m where m.session_id = s.id)`,
    );
    return row?.count ?? -1;
  }
});
