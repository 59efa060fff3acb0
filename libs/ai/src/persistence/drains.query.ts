import { isoInstant, runSql, type SqlRunner, type Transaction } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';

/** In the order in which they drain after a trading day. */
export const DRAIN_KINDS = ['daily', 'weekly'] as const;
export type DrainKind = (typeof DRAIN_KINDS)[number];
export type DrainOrigin = 'schedule' | 'manual';
export type DrainStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';

/** A drain as readers see it. Instants ISO 8601 UTC. */
export interface DrainView {
  id: number;
  kind: DrainKind;
  origin: DrainOrigin;
  status: DrainStatus;
  /** Bars up to this day are looked at. */
  tradeDay: CalendarDay;
  /** The day that decided which sessions were due. */
  today: CalendarDay;
  /** Sessions that waited when it began. */
  total: number;
  /** Of them, those that are through: filled, skipped or failed. */
  done: number;
  filled: number;
  skipped: number;
  failed: number;
  /** Records created and overwritten. */
  generated: number;
  overwritten: number;
  startedBy: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  error: string | null;
}

/** Sessions that were skipped, or failed, for one reason. */
export interface DrainOutcome {
  status: 'skipped' | 'failed';
  reason: string;
  count: number;
  /** The first twenty of them. */
  sessions: { sessionId: number; code: string }[];
}

const VIEW = `
  select r.id, r.kind, r.origin, r.status, r.trade_day as "tradeDay", r.today, r.total,
    coalesce(s.filled + s.skipped + s.failed, 0) as done, coalesce(s.filled, 0) as filled,
    coalesce(s.skipped, 0) as skipped, coalesce(s.failed, 0) as failed, coalesce(s.generated, 0) as generated,
    coalesce(s.overwritten, 0) as overwritten, u.username as "startedBy", ${isoInstant('r.created_at')} as "createdAt",
    ${isoInstant('r.started_at')} as "startedAt", ${isoInstant('r.finished_at')} as "finishedAt", r.error
  from ai_drain r
  left join app_user u on u.id = r.started_by
  left join lateral (
    select count(*) filter (where status = 'filled')::int as filled,
      count(*) filter (where status = 'skipped')::int as skipped,
      count(*) filter (where status = 'failed')::int as failed,
      sum(generated)::int as generated, sum(overwritten)::int as overwritten
    from ai_drain_session where drain_id = r.id
  ) s on true`;

export async function selectDrain(db: SqlRunner, id: number): Promise<DrainView | undefined> {
  const [drain] = await db.query<DrainView>(`${VIEW} where r.id = $1`, [id]);
  return drain;
}

export async function selectDrains(
  db: SqlRunner,
  page: { limit: number; offset: number },
): Promise<{ drains: DrainView[]; total: number }> {
  const drains = await db.query<DrainView>(`${VIEW} order by r.id desc limit $1 offset $2`, [page.limit, page.offset]);
  const [count] = await db.query<{ total: number }>('select count(*) as total from ai_drain');
  return { drains, total: count?.total ?? 0 };
}

/** Why sessions were skipped or failed, the most frequent reason first. */
export async function selectOutcomes(db: SqlRunner, drainId: number): Promise<DrainOutcome[]> {
  return db.query(
    `select d.status, d.reason, count(*)::int as count,
       (array_agg(json_build_object('sessionId', d.session_id, 'code', s.code) order by d.position))[1:20] as sessions
     from ai_drain_session d join tracking_session s on s.id = d.session_id
     where d.drain_id = $1 and d.status in ('skipped', 'failed')
     group by d.status, d.reason order by d.status, count desc, d.reason`,
    [drainId],
  );
}

export interface NewDrain {
  kind: DrainKind;
  origin: DrainOrigin;
  tradeDay: CalendarDay;
  today: CalendarDay;
  sessionIds: readonly number[];
  startedBy: number | null;
}

/**
 * Inserts a drain with its sessions in their order; one without sessions has ended. @returns undefined where one of the gates
 * is taken: this day's scheduled drain has been, or one of this kind is in flight.
 */
export async function insertDrain(tx: Transaction, drain: NewDrain): Promise<number | undefined> {
  const [inserted] = await runSql<{ id: number }>(
    tx,
    `insert into ai_drain (kind, origin, trade_day, today, total, started_by, status, started_at, finished_at)
     values ($1, $2, $3, $4, $5, $6, case when $5 = 0 then 'completed' else 'queued' end,
       case when $5 = 0 then now() end, case when $5 = 0 then now() end)
     on conflict do nothing returning id`,
    [drain.kind, drain.origin, drain.tradeDay, drain.today, drain.sessionIds.length, drain.startedBy],
  );
  if (inserted === undefined) return undefined;
  await runSql(
    tx,
    `insert into ai_drain_session (drain_id, position, session_id)
     select $1, position, id from unnest($2::bigint[]) with ordinality as s (id, position)`,
    [inserted.id, drain.sessionIds],
  );
  return inserted.id;
}

export async function insertLane(tx: Transaction, drainId: number, laneNo: number, jobId: number): Promise<void> {
  await runSql(tx, 'insert into ai_drain_lane (drain_id, lane_no, job_id) values ($1, $2, $3)', [
    drainId,
    laneNo,
    jobId,
  ]);
}

/** The drain of a kind that is queued or running. */
export async function selectInFlight(tx: Transaction, kind: DrainKind): Promise<number | undefined> {
  const [drain] = await runSql<{ id: number }>(
    tx,
    `select id from ai_drain where kind = $1 and status in ('queued', 'running')`,
    [kind],
  );
  return drain?.id;
}

/** How a day's scheduled drain stands; undefined where there is none. */
export async function selectScheduled(
  db: SqlRunner,
  kind: DrainKind,
  tradeDay: CalendarDay,
): Promise<{ hasEnded: boolean } | undefined> {
  const [drain] = await db.query<{ hasEnded: boolean }>(
    `select finished_at is not null as "hasEnded" from ai_drain
     where kind = $1 and trade_day = $2 and origin = 'schedule'`,
    [kind, tradeDay],
  );
  return drain;
}

/** What a lane needs to know of its drain; undefined where the drain has ended or is gone. */
export interface RunningDrain {
  kind: DrainKind;
  tradeDay: CalendarDay;
}

/** The drain that a lane works for, which is running from now on. */
export async function joinDrain(tx: Transaction, drainId: number): Promise<RunningDrain | undefined> {
  const [drain] = await runSql<RunningDrain & { status: DrainStatus }>(
    tx,
    `select kind, trade_day as "tradeDay", status from ai_drain where id = $1 and status in ('queued', 'running')`,
    [drainId],
  );
  if (drain === undefined) return undefined;
  const { kind, tradeDay, status } = drain;
  if (status === 'queued') {
    await runSql(tx, `update ai_drain set status = 'running', started_at = now() where id = $1 and status = 'queued'`, [
      drainId,
    ]);
  }
  return { kind, tradeDay };
}

export interface LaneSession {
  sessionId: number;
  /** Tries that began, this one too. */
  tries: number;
}

/** Takes a lane's next session: the one that it held when it died, else the first that nobody holds. */
export async function takeSession(tx: Transaction, drainId: number, laneNo: number): Promise<LaneSession | undefined> {
  const [taken] = await runSql<LaneSession>(
    tx,
    `with held as (
       select position from ai_drain_session
       where drain_id = $1 and status = 'pending' and lane = $2 order by position limit 1
     ), free as (
       select position from ai_drain_session
       where drain_id = $1 and status = 'pending' and lane is null and not exists (select from held)
       order by position limit 1 for update skip locked
     )
     update ai_drain_session set lane = $2, tries = tries + 1
     where drain_id = $1 and position = (select position from held union all select position from free limit 1)
     returning session_id as "sessionId", tries`,
    [drainId, laneNo],
  );
  return taken;
}

export interface SessionOutcome {
  status: 'filled' | 'skipped' | 'failed';
  reason: string | null;
  generated: number;
  overwritten: number;
}

export async function settleSession(
  tx: Transaction,
  drainId: number,
  sessionId: number,
  outcome: SessionOutcome,
): Promise<void> {
  await runSql(
    tx,
    `update ai_drain_session set status = $3, reason = $4, generated = $5, overwritten = $6, finished_at = now()
     where drain_id = $1 and session_id = $2 and status = 'pending'`,
    [drainId, sessionId, outcome.status, outcome.reason, outcome.generated, outcome.overwritten],
  );
}

/**
 * Ends a lane. Where the last one ends, so does the drain: the drain's row is locked first, so that of two lanes that end at
 * once the later one sees the other. What is pending then has no lane left to fill it, and fails.
 * @returns the drain where it has ended with this lane.
 */
export async function endLane(
  tx: Transaction,
  drainId: number,
  laneNo: number,
  error: string | null,
): Promise<EndedDrain | undefined> {
  await runSql(tx, 'select 1 from ai_drain where id = $1 for no key update', [drainId]);
  await runSql(tx, `update ai_drain_lane set status = 'ended' where drain_id = $1 and lane_no = $2`, [drainId, laneNo]);
  if (error !== null) {
    await runSql(tx, `update ai_drain set error = coalesce(error || '; ', '') || $2 where id = $1`, [drainId, error]);
    await runSql(
      tx,
      `update ai_drain_session set status = 'failed', reason = $3, finished_at = now()
       where drain_id = $1 and lane = $2 and status = 'pending'`,
      [drainId, laneNo, error],
    );
  }
  const [open] = await runSql(tx, `select 1 from ai_drain_lane where drain_id = $1 and status = 'running' limit 1`, [
    drainId,
  ]);
  if (open !== undefined) return undefined;
  await runSql(
    tx,
    `update ai_drain_session set status = 'failed', reason = 'the drain ended before it came to this session',
       finished_at = now()
     where drain_id = $1 and status = 'pending'`,
    [drainId],
  );
  // It has failed where not one session could be filled; single failures stand in the report.
  const [ended] = await runSql<EndedDrain>(
    tx,
    `update ai_drain r set finished_at = now(), started_at = coalesce(started_at, now()),
       status = case when exists (select 1 from ai_drain_session where drain_id = r.id and status = 'failed')
         and not exists (select 1 from ai_drain_session where drain_id = r.id and status <> 'failed')
         then 'failed' else 'completed' end
     where r.id = $1 and r.status in ('queued', 'running')
     returning kind, origin, trade_day as "tradeDay"`,
    [drainId],
  );
  return ended;
}

export interface EndedDrain {
  kind: DrainKind;
  origin: DrainOrigin;
  tradeDay: CalendarDay;
}

/** Jobs of the lanes that have not ended, in the order of their ids. */
export async function selectLaneJobs(tx: Transaction, drainId: number): Promise<number[]> {
  const rows = await runSql<{ jobId: number }>(
    tx,
    `select job_id as "jobId" from ai_drain_lane where drain_id = $1 and status = 'running' order by job_id`,
    [drainId],
  );
  return rows.map((row) => row.jobId);
}

/** @returns whether the drain was still queued or running. */
export async function cancelDrain(tx: Transaction, drainId: number): Promise<boolean> {
  const rows = await runSql(
    tx,
    `update ai_drain set status = 'cancelled', finished_at = now()
     where id = $1 and status in ('queued', 'running') returning id`,
    [drainId],
  );
  return rows.length > 0;
}
