import {
  assignmentsOf,
  columnNamesOf,
  columnOf,
  columnsOf,
  prepareStatement,
  type SqlRunner,
  StatementVariants,
  tableOf,
  type Transaction,
} from '#lib/database';
import type { SessionState } from '../domain/session-state';
import type { PrimaryPhase } from '../domain/vocabulary';
import { DailyRecord } from './daily-record.entity';
import { type SessionFields, TrackingSession } from './tracking-session.entity';
import { WeeklyRecord } from './weekly-record.entity';

/** The partial unique index behind "one open session a code"; every 409 of sessions is its doing. */
export const ONE_OPEN_SESSION = 'tracking_session_one_open';

/** A session as a caller creates it. Its name is used only where market data have none for the code. */
export interface SessionToCreate extends Pick<
  TrackingSession,
  'code' | 'entryDate' | 'stockName' | 'source' | 'entryClosePrice'
> {
  /** undefined: the caller named none. */
  currentPrimaryPhase: PrimaryPhase | undefined;
}

/** What a caller may change of a session. A key that is missing leaves its field alone; null clears it. */
export interface SessionPatch extends Partial<SessionFields> {
  /** With a score that a job found. */
  fundamentalBasis?: { available: number; judged: number };
  /** One point up or down; at a bound of 0..100 the priority stays there. Not together with a priority. */
  priorityDelta?: 1 | -1;
  /** `endReason` goes with `close` only. */
  move?: 'close' | 'reopen';
}

export interface LockedSession {
  state: SessionState;
  code: string;
  version: number;
  phase: PrimaryPhase | null;
}

const CREATED = columnNamesOf(TrackingSession, [
  'code',
  'stockName',
  'entryDate',
  'entryClosePrice',
  'source',
  'currentPrimaryPhase',
  'primaryPhaseOrigin',
  'primaryPhaseSetAt',
  'marketSource',
  'createdBy',
]);

const INSERT_SESSION = prepareStatement<Pick<TrackingSession, 'id'>>(
  'insert_session',
  `insert into tracking_session (${CREATED})
   select $1, coalesce((select nullif(btrim(left(k.name, 100)), '') from stock k where k.code = $1), $2), $3::date, $4,
     $5, coalesce($6, $7), case when $6::text is null then 'default' else 'manual' end,
     case when $6::text is not null then $8::timestamptz end, m.source, $9
   from market_state m
   returning id`,
);

/** @returns the new id. @throws on {@link ONE_OPEN_SESSION}. `now` is the business clock's. */
export async function insertSession(
  tx: Transaction,
  session: SessionToCreate,
  by: { defaultPhase: PrimaryPhase; userId: number; now: Date },
): Promise<number> {
  const [row] = await tx.query(INSERT_SESSION, [
    session.code,
    session.stockName,
    session.entryDate,
    session.entryClosePrice,
    session.source,
    session.currentPrimaryPhase ?? null,
    by.defaultPhase,
    by.now,
    by.userId,
  ]);
  if (row === undefined) throw new Error('market_state has no row');
  return row.id;
}

const LOCKED = ['code', 'status', 'version', 'currentPrimaryPhase'] as const;

const LOCK_SESSION = prepareStatement<Pick<TrackingSession, (typeof LOCKED)[number]> & { deleted: boolean }>(
  'lock_session',
  `select ${columnsOf(TrackingSession, '', LOCKED)}, deleted_at is not null as deleted
   from tracking_session where id = $1 for no key update`,
);

/** Locks a session's row, as every writer of a session or of its records does first. Deleted ones are found too. */
export async function lockSession(tx: Transaction, id: number): Promise<LockedSession | undefined> {
  const [row] = await tx.query(LOCK_SESSION, [id]);
  if (row === undefined) return undefined;
  const { code, version, currentPrimaryPhase: phase, status, deleted } = row;
  return { code, version, phase, state: { status, deleted } };
}

const UPDATES = new StatementVariants('update_session');

/**
 * Writes what `patch` names, in one statement. `now` is the business clock's.
 * @returns whether there is a live session of this id. @throws on {@link ONE_OPEN_SESSION}.
 */
export async function updateSession(db: SqlRunner, id: number, patch: SessionPatch, now: Date): Promise<boolean> {
  const { fundamentalBasis: _, endReason: _reason, priorityDelta, move: _move, ...fields } = patch;
  const parameters: unknown[] = [id];
  const bind = (value: unknown): string => `$${parameters.push(value)}`;
  const sets = assignmentsOf(TrackingSession, { ...fields, ...followingColumns(patch, now) }, bind);
  if (patch.stockName !== undefined) sets.push('created_name = coalesce(created_name, stock_name)');
  if (priorityDelta !== undefined) {
    sets.push(`priority = least(100, greatest(0, priority + ${bind(priorityDelta)}::integer))`);
  }
  sets.push('version = version + 1', 'updated_at = clock_timestamp()');
  const text = `update tracking_session set ${sets.join(', ')} where id = $1 and deleted_at is null returning id`;
  return (await db.query(UPDATES.prepare(text), parameters)).length > 0;
}

/** What is written beside the fields of a patch because of them. */
function followingColumns(patch: SessionPatch, now: Date): Partial<TrackingSession> {
  const { stockName, currentPrimaryPhase, fundamentalScore, fundamentalBasis, nextReviewAt, move, endReason } = patch;
  return {
    ...(stockName === undefined ? {} : { nameSet: stockName !== null }),
    ...(currentPrimaryPhase === undefined ? {} : { primaryPhaseOrigin: 'manual', primaryPhaseSetAt: now }),
    ...(fundamentalScore === undefined
      ? {}
      : {
          fundamentalScoredAt: fundamentalScore === null ? null : now,
          fundamentalAvailable: fundamentalBasis?.available ?? null,
          fundamentalJudged: fundamentalBasis?.judged ?? null,
        }),
    ...(nextReviewAt === undefined ? {} : { nextReviewSetAt: nextReviewAt === null ? null : now }),
    ...(move === 'close' ? { endedAt: now, endReason: endReason ?? null } : {}),
    ...(move === 'reopen' ? { endedAt: null, endReason: null, endedByRule: false } : {}),
  };
}

const RECORD_TABLES = [
  [tableOf(DailyRecord), columnOf(DailyRecord, 'tradeDate')],
  [tableOf(WeeklyRecord), columnOf(WeeklyRecord, 'weekStart')],
] as const;

/** Deletes a session with its live records. They carry the very instant of the session's own deletion. */
export async function markDeleted(tx: Transaction, id: number): Promise<void> {
  await tx.query(
    `update tracking_session set deleted_at = now(), version = version + 1, updated_at = clock_timestamp()
     where id = $1`,
    [id],
  );
  for (const [table] of RECORD_TABLES) {
    await tx.query(
      `update ${table} set deleted_at = now(), is_latest = false where session_id = $1 and deleted_at is null`,
      [id],
    );
  }
}

/** Brings back a session and exactly the records that were deleted with it. @throws on {@link ONE_OPEN_SESSION}. */
export async function unmarkDeleted(tx: Transaction, id: number): Promise<void> {
  for (const [table, day] of RECORD_TABLES) {
    await tx.query(
      `update ${table} r
       set deleted_at = null, is_latest = r.${day} = (
         select max(o.${day}) from ${table} o where o.session_id = s.id and o.deleted_at = s.deleted_at)
       from tracking_session s
       where s.id = $1 and r.session_id = s.id and r.deleted_at = s.deleted_at`,
      [id],
    );
  }
  await tx.query(
    `update tracking_session set deleted_at = null, version = version + 1, updated_at = clock_timestamp()
     where id = $1`,
    [id],
  );
}

type CodeAndId = Pick<TrackingSession, 'code' | 'id'>;

const SELECT_OPEN_SESSIONS = prepareStatement<CodeAndId>(
  'select_open_sessions',
  'select code, id from tracking_session where code = any($1::text[]) and ended_at is null and deleted_at is null',
);

/** @returns the open session of each code that has one. */
export async function selectOpenSessionIds(db: SqlRunner, codes: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.query(SELECT_OPEN_SESSIONS, [codes]);
  return new Map(rows.map(({ code, id }) => [code, id]));
}

/** The open session of a code, or undefined. */
export async function findOpenSession(db: SqlRunner, code: string): Promise<number | undefined> {
  return (await selectOpenSessionIds(db, [code])).get(code);
}
