import type { SqlRunner, Transaction } from '#lib/database';
import { type EventData, type EventSession, recordEvent } from '#lib/events';
import type { CalendarDay } from '#lib/kernel';
import type { CycleEvent, PrimaryPhase } from '../domain/vocabulary';
import { RECORD_TABLES, type RecordKind } from './record-write.query';
import { LISTING_JOIN, SHOWN_NAME } from './session-name';

/** Who made a fact, and the work of which it is one of many. */
export interface FactOrigin {
  readonly by: 'person' | 'ai';
  /** `drain:5`; left out: the fact stands alone. */
  readonly run?: string | undefined;
}

/** Tells of another primary phase, in the transaction that sets it. */
export async function recordPhaseChange(
  tx: Transaction,
  sessionId: number,
  { from, to }: { from: PrimaryPhase | null; to: PrimaryPhase | null },
  { by, run }: FactOrigin,
): Promise<void> {
  const session = await selectEventSession(tx, sessionId);
  const data = { ...session, from, to, by };
  await recordEvent(tx, { type: 'session.phase_changed', data, ...(run === undefined ? {} : { run }) });
}

/** The newest record of a session: its day, and the events that it names. */
export interface NewestRecord {
  readonly id: number;
  readonly day: CalendarDay;
  readonly events: readonly CycleEvent[];
}

export async function selectNewestRecord(
  tx: Transaction,
  kind: RecordKind,
  sessionId: number,
): Promise<NewestRecord | undefined> {
  const { table, day } = RECORD_TABLES[kind];
  const [newest] = await tx.query<NewestRecord>(
    `select id, ${day} as day, cycle_events as events from ${table} where session_id = $1 and is_latest`,
    [sessionId],
  );
  return newest;
}

/** Tells of the events of a session's newest record that it did not name before. */
export async function recordNewEvents(
  tx: Transaction,
  kind: RecordKind,
  sessionId: number,
  { before, after }: { before: NewestRecord | undefined; after: NewestRecord | undefined },
  { by, run }: FactOrigin,
): Promise<void> {
  if (after === undefined || (before !== undefined && after.day < before.day)) return;
  const known = before?.id === after.id ? before.events : [];
  const events = after.events.filter((event) => !known.includes(event));
  if (events.length === 0) return;
  const session = await selectEventSession(tx, sessionId);
  const data = { ...session, record: kind, day: after.day, events, by };
  await recordEvent(tx, { type: 'session.event', data, ...(run === undefined ? {} : { run }) });
}

async function selectEventSession(tx: Transaction, sessionId: number): Promise<EventSession> {
  const [session] = await tx.query<EventSession>(
    `select s.id as "sessionId", s.code, ${SHOWN_NAME} as "stockName" from tracking_session s ${LISTING_JOIN} where s.id = $1`,
    [sessionId],
  );
  if (session === undefined) throw new Error('a session is gone in its own transaction');
  return session;
}

/** A session whose review is due. */
type DueSession = EventData['session.due']['sessions'][number] & { readonly priority: number };

/** The open sessions whose review is due on a day or was before it, by that day, then by priority. */
export function selectDueSessions(db: SqlRunner, day: CalendarDay): Promise<DueSession[]> {
  return db.query<DueSession>(
    `select s.id as "sessionId", s.code, ${SHOWN_NAME} as "stockName", s.next_review_at as "dueOn", s.priority
     from tracking_session s ${LISTING_JOIN}
     where s.next_review_at <= $1 and s.ended_at is null and s.deleted_at is null
     order by s.next_review_at, s.priority desc, s.id`,
    [day],
  );
}

/** Tells of the open sessions whose review is due on a day or was before it; of none, nothing. Once a day. */
export async function recordDueSessions(tx: Transaction, day: CalendarDay): Promise<void> {
  const due = await selectDueSessions(tx, day);
  const sessions = due.map(({ sessionId, code, stockName, dueOn }) => ({ sessionId, code, stockName, dueOn }));
  if (sessions.length > 0) await recordEvent(tx, { type: 'session.due', key: day, data: { day, sessions } });
}
