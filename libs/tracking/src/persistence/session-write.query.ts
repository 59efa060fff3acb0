import { type SqlRunner, type Transaction } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { SessionPatch } from '../domain/session-fields';
import type { SessionState } from '../domain/session-state';
import type { PrimaryPhase } from '../domain/vocabulary';

/** The partial unique index behind "one open session a code"; every 409 of sessions is its doing. */
export const ONE_OPEN_SESSION = 'tracking_session_one_open';

/** A session as a caller creates it. */
export interface SessionToCreate {
  code: string;
  entryDate: CalendarDay;
  /** Used only where market data have no name for the code. */
  stockName: string | null;
  /** undefined: the caller named none. */
  currentPrimaryPhase: PrimaryPhase | undefined;
  source: string | null;
  entryClosePrice: number | null;
}

export interface LockedSession {
  state: SessionState;
  code: string;
  version: number;
}

/** @returns the new id. @throws on {@link ONE_OPEN_SESSION}. `now` is the business clock's. */
export async function insertSession(
  tx: Transaction,
  session: SessionToCreate,
  by: { defaultPhase: PrimaryPhase; userId: number; now: Date },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into tracking_session
       (code, stock_name, entry_date, entry_close_price, source, current_primary_phase, primary_phase_origin,
        primary_phase_set_at, market_source, created_by)
     select $1, coalesce((select nullif(btrim(left(k.name, 100)), '') from stock k where k.code = $1), $2), $3::date, $4,
       $5, coalesce($6, $7), case when $6::text is null then 'default' else 'manual' end,
       case when $6::text is not null then $8::timestamptz end, m.source, $9
     from market_state m
     returning id`,
    [
      session.code,
      session.stockName,
      session.entryDate,
      session.entryClosePrice,
      session.source,
      session.currentPrimaryPhase ?? null,
      by.defaultPhase,
      by.now,
      by.userId,
    ],
  );
  if (row === undefined) throw new Error('market_state has no row');
  return row.id;
}

/** Locks a session's row, as every writer of a session or of its records does first. Deleted ones are found too. */
export async function lockSession(tx: Transaction, id: number): Promise<LockedSession | undefined> {
  const [row] = await tx.query<{ code: string; status: 'open' | 'closed'; deleted: boolean; version: number }>(
    `select code, status, deleted_at is not null as deleted, version
     from tracking_session where id = $1 for no key update`,
    [id],
  );
  if (row === undefined) return undefined;
  const { code, version, status, deleted } = row;
  return { code, version, state: { status, deleted } };
}

/** Writes what `patch` names, in one statement. `now` is the business clock's. @throws on {@link ONE_OPEN_SESSION}. */
export async function updateSession(tx: Transaction, id: number, patch: SessionPatch, now: Date): Promise<void> {
  const parameters: unknown[] = [id];
  const bind = (value: unknown): string => `$${parameters.push(value)}`;
  const stamp = (value: unknown): string => (value === null ? 'null' : bind(now));
  const sets = ['version = version + 1', 'updated_at = clock_timestamp()'];
  if (patch.stockName !== undefined) {
    sets.push(
      'created_name = coalesce(created_name, stock_name)',
      `stock_name = ${bind(patch.stockName)}`,
      `name_set = ${bind(patch.stockName !== null)}`,
    );
  }
  if (patch.currentPrimaryPhase !== undefined) {
    sets.push(
      `current_primary_phase = ${bind(patch.currentPrimaryPhase)}`,
      `primary_phase_origin = 'manual'`,
      `primary_phase_set_at = ${bind(now)}`,
    );
  }
  if (patch.source !== undefined) sets.push(`source = ${bind(patch.source)}`);
  if (patch.entryClosePrice !== undefined) sets.push(`entry_close_price = ${bind(patch.entryClosePrice)}`);
  if (patch.summaryNote !== undefined) sets.push(`summary_note = ${bind(patch.summaryNote)}`);
  if (patch.fundamentalScore !== undefined) {
    sets.push(
      `fundamental_score = ${bind(patch.fundamentalScore)}`,
      `fundamental_scored_at = ${stamp(patch.fundamentalScore)}`,
      `fundamental_available = ${bind(patch.fundamentalBasis?.available ?? null)}`,
      `fundamental_judged = ${bind(patch.fundamentalBasis?.judged ?? null)}`,
    );
  }
  if (patch.fundamentalNote !== undefined) sets.push(`fundamental_note = ${bind(patch.fundamentalNote)}`);
  if (patch.nextReviewAt !== undefined) {
    sets.push(
      `next_review_at = ${bind(patch.nextReviewAt)}::date`,
      `next_review_set_at = ${stamp(patch.nextReviewAt)}`,
    );
  }
  if (patch.priorityDelta !== undefined) {
    sets.push(`priority = least(100, greatest(0, priority + ${bind(patch.priorityDelta)}::integer))`);
  }
  if (patch.priority !== undefined) sets.push(`priority = ${bind(patch.priority)}`);
  if (patch.move === 'close') sets.push(`ended_at = ${bind(now)}`, `end_reason = ${bind(patch.endReason ?? null)}`);
  if (patch.move === 'reopen') sets.push('ended_at = null', 'end_reason = null', 'ended_by_rule = false');
  await tx.query(`update tracking_session set ${sets.join(', ')} where id = $1`, parameters);
}

const RECORD_TABLES = [
  ['daily_record', 'trade_date'],
  ['weekly_record', 'week_start'],
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

/** @returns the open session of each code that has one. */
export async function selectOpenSessionIds(db: SqlRunner, codes: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ code: string; id: number }>(
    'select code, id from tracking_session where code = any($1::text[]) and ended_at is null and deleted_at is null',
    [codes],
  );
  return new Map(rows.map(({ code, id }) => [code, id]));
}

/** The open session of a code, or undefined. */
export async function findOpenSession(db: SqlRunner, code: string): Promise<number | undefined> {
  const [row] = await db.query<{ id: number }>(
    'select id from tracking_session where code = $1 and ended_at is null and deleted_at is null',
    [code],
  );
  return row?.id;
}
