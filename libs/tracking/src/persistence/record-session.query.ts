import { columnsOf, prepareStatement, type Transaction } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { LeadWeek, SessionPhase } from '../domain/phase-sync';
import type { AiConsensus } from '../domain/session-fields';
import type { PrimaryPhase } from '../domain/vocabulary';
import { TrackingSession } from './tracking-session.entity';
import { WeeklyRecord } from './weekly-record.entity';

/** A session as the writer of a record holds it. */
export interface HeldSession extends SessionPhase {
  entryDate: CalendarDay;
  isClosed: boolean;
}

const HOLD_SESSION = prepareStatement<HeldSession>(
  'hold_session',
  `select ${columnsOf(TrackingSession, '', ['entryDate'])}, ended_at is not null as "isClosed",
     current_primary_phase as phase, primary_phase_origin as origin,
     (primary_phase_set_at at time zone 'Asia/Shanghai')::date as "setOn"
   from tracking_session where id = $1 and deleted_at is null for no key update`,
);

/**
 * Locks a session's row until the transaction ends, as closing, reopening and deleting it do.
 * @returns undefined for an id that never existed or was deleted.
 */
export async function holdSession(tx: Transaction, sessionId: number): Promise<HeldSession | undefined> {
  const [session] = await tx.query(HOLD_SESSION, [sessionId]);
  return session;
}

const SELECT_LEAD_WEEK = prepareStatement<LeadWeek>(
  'select_lead_week',
  `select id as "weeklyId", primary_phase_hint as hint, ${columnsOf(WeeklyRecord, '', ['dataThrough'])}
   from weekly_record
   where session_id = $1 and deleted_at is null and primary_phase_hint is not null
   order by week_start desc limit 1`,
);

/** The newest live weekly record with a phase hint. */
export async function selectLeadWeek(tx: Transaction, sessionId: number): Promise<LeadWeek | undefined> {
  const [lead] = await tx.query(SELECT_LEAD_WEEK, [sessionId]);
  return lead;
}

/** The session's primary phase follows a weekly record. */
export async function setPhaseByWeek(tx: Transaction, sessionId: number, phase: PrimaryPhase, at: Date): Promise<void> {
  await tx.query(
    `update tracking_session set current_primary_phase = $2, primary_phase_origin = 'weekly', primary_phase_set_at = $3,
       version = version + 1, updated_at = clock_timestamp()
     where id = $1`,
    [sessionId, phase, at],
  );
}

/** What all models together say of where the stock goes; null where they don't agree. `at` is the business clock's. */
export async function setConsensus(
  tx: Transaction,
  sessionId: number,
  consensus: AiConsensus | null,
  at: Date,
): Promise<void> {
  await tx.query(
    `update tracking_session set ai_consensus = $2, ai_consensus_at = case when $2::text is not null then $3::timestamptz end,
       version = version + 1, updated_at = clock_timestamp()
     where id = $1`,
    [sessionId, consensus, at],
  );
}

/** A weekly fill that ends with one of these hints takes the session off its review date. */
export const REVIEWED_PHASES = ['accumulation', 'markup'] as const satisfies readonly PrimaryPhase[];

// A type alias, not an interface: only it is assignable to JsonValue.
export type ReviewDateCleared = {
  /** The date as it stood. */
  nextReviewAt: CalendarDay;
  /** What the newest weekly record hints. */
  phase: (typeof REVIEWED_PHASES)[number];
};

/**
 * Clears the review date of a session whose newest weekly record hints one of {@link REVIEWED_PHASES}.
 * @returns what was cleared; undefined where nothing was.
 */
export async function clearReviewDate(tx: Transaction, sessionId: number): Promise<ReviewDateCleared | undefined> {
  const [cleared] = await tx.query<ReviewDateCleared>(
    `update tracking_session s set next_review_at = null, next_review_set_at = null, version = s.version + 1,
       updated_at = clock_timestamp()
     from weekly_record w join tracking_session before on before.id = w.session_id
     where s.id = $1 and s.next_review_at is not null and w.session_id = s.id and w.is_latest
       and w.primary_phase_hint = any ($2)
     returning ${columnsOf(TrackingSession, 'before', ['nextReviewAt'])}, w.primary_phase_hint as phase`,
    [sessionId, REVIEWED_PHASES],
  );
  return cleared;
}

/** Closes a session that the caller holds, by the rules and not by a person. `at` is the business clock's, as when a person closes it. */
export async function endSession(tx: Transaction, sessionId: number, reason: string, at: Date): Promise<void> {
  await tx.query(
    `update tracking_session set ended_at = $3, end_reason = $2, ended_by_rule = true, version = version + 1,
       updated_at = clock_timestamp()
     where id = $1`,
    [sessionId, reason, at],
  );
}
