import { isoInstant, runSql, type SqlRunner, type Transaction } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';

/** In the order in which they drain after a trading day. */
export const DRAIN_KINDS = ['daily', 'weekly'] as const;
export type DrainKind = (typeof DRAIN_KINDS)[number];
export type DrainOrigin = 'schedule' | 'manual';
export type DrainStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled' | 'stopped';

/** A drain as readers see it. Instants ISO 8601 UTC. */
export interface DrainView {
  id: number;
  kind: DrainKind;
  origin: DrainOrigin;
  status: DrainStatus;
  /** The day's data were not complete when it began: another pass follows when they are. */
  provisional: boolean;
  /** Why it stopped early; set as soon as that is decided. */
  stopReason: { code: string; message: string } | null;
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
  /** Of the filled ones, those that at least one configured model gave no answer for. */
  filledByFewer: number;
  /** Sessions that wait for a model to answer again. */
  waiting: number;
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

/** How often a model gave no answer in a drain, for one reason. */
export interface DrainModelFault {
  model: string;
  code: string;
  /** Each time counts, also where the session was tried again. */
  count: number;
  /** Sessions that were filled, skipped or failed without this model because of it. */
  sessions: number;
  lastAt: string;
}

const VIEW = `
  select r.id, r.kind, r.origin, r.status, r.provisional,
    case when r.stop_code is not null then json_build_object('code', r.stop_code, 'message', r.stop_message) end
      as "stopReason", r.trade_day as "tradeDay", r.today, r.total,
    coalesce(s.filled + s.skipped + s.failed, 0) as done, coalesce(s.filled, 0) as filled,
    coalesce(s.skipped, 0) as skipped, coalesce(s.failed, 0) as failed,
    coalesce(s.by_fewer, 0) as "filledByFewer", coalesce(s.waiting, 0) as waiting, coalesce(s.generated, 0) as generated,
    coalesce(s.overwritten, 0) as overwritten, u.username as "startedBy", ${isoInstant('r.created_at')} as "createdAt",
    ${isoInstant('r.started_at')} as "startedAt", ${isoInstant('r.finished_at')} as "finishedAt", r.error
  from ai_drain r
  left join app_user u on u.id = r.started_by
  left join lateral (
    select count(*) filter (where status = 'filled')::int as filled,
      count(*) filter (where status = 'skipped')::int as skipped,
      count(*) filter (where status = 'failed')::int as failed,
      count(*) filter (where status = 'filled' and missing_models > 0)::int as by_fewer,
      count(*) filter (where status = 'pending' and retry_at > now())::int as waiting,
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

/** Faults of models in a drain, the most frequent first. */
export async function selectModelFaults(db: SqlRunner, drainId: number): Promise<DrainModelFault[]> {
  return db.query<DrainModelFault>(
    `select model, code, count, sessions, ${isoInstant('last_at')} as "lastAt" from ai_drain_fault
     where drain_id = $1 order by count desc, model, code`,
    [drainId],
  );
}

export interface NewDrain {
  kind: DrainKind;
  origin: DrainOrigin;
  provisional: boolean;
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
    `insert into ai_drain (kind, origin, trade_day, today, total, started_by, provisional, status, started_at,
       finished_at)
     values ($1, $2, $3, $4, $5, $6, $7, case when $5 = 0 then 'completed' else 'queued' end,
       case when $5 = 0 then now() end, case when $5 = 0 then now() end)
     on conflict do nothing returning id`,
    [
      drain.kind,
      drain.origin,
      drain.tradeDay,
      drain.today,
      drain.sessionIds.length,
      drain.startedBy,
      drain.provisional,
    ],
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

/** Inserts a lane. The job of a drain's first lane is the one in whose name all of them ask models. */
export async function insertLane(tx: Transaction, drainId: number, laneNo: number, jobId: number): Promise<void> {
  await runSql(tx, 'insert into ai_drain_lane (drain_id, lane_no, job_id) values ($1, $2, $3)', [
    drainId,
    laneNo,
    jobId,
  ]);
  await runSql(tx, 'update ai_drain set question_job_id = $2 where id = $1 and question_job_id is null', [
    drainId,
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

/** How a day's scheduled drain stands, its provisional pass or its final one; undefined where there is none. */
export async function selectScheduled(
  db: SqlRunner,
  kind: DrainKind,
  tradeDay: CalendarDay,
  provisional: boolean,
): Promise<{ hasEnded: boolean } | undefined> {
  const [drain] = await db.query<{ hasEnded: boolean }>(
    `select finished_at is not null as "hasEnded" from ai_drain
     where kind = $1 and trade_day = $2 and origin = 'schedule' and provisional = $3`,
    [kind, tradeDay, provisional],
  );
  return drain;
}

/** What a lane needs to know of its drain. */
export interface RunningDrain {
  kind: DrainKind;
  tradeDay: CalendarDay;
  /** The job in whose name models are asked; null in a drain of an older build. */
  questionJobId: number | null;
}

/** The drain that a lane works for, which is running from now on; undefined where it has ended, stops or is gone. */
export async function joinDrain(tx: Transaction, drainId: number): Promise<RunningDrain | undefined> {
  const [drain] = await runSql<RunningDrain & { status: DrainStatus }>(
    tx,
    `select kind, trade_day as "tradeDay", question_job_id as "questionJobId", status from ai_drain
     where id = $1 and status in ('queued', 'running') and stop_code is null`,
    [drainId],
  );
  if (drain === undefined) return undefined;
  const { status, ...running } = drain;
  if (status === 'queued') {
    await runSql(
      tx,
      `update ai_drain set status = 'running', started_at = coalesce(started_at, now())
       where id = $1 and status = 'queued'`,
      [drainId],
    );
  }
  return running;
}

export interface LaneSession {
  sessionId: number;
  /** Workers that died at it. */
  losses: number;
  /** Times that it waited for a model. */
  waits: number;
}

/**
 * Takes a lane's next session: the one that it held when its worker died, else the first that nobody holds and whose time has
 * come, those that never waited first. A death counts against the session that was held; a try that the database ended doesn't.
 */
export async function takeSession(tx: Transaction, drainId: number, laneNo: number): Promise<LaneSession | undefined> {
  const [taken] = await runSql<LaneSession>(
    tx,
    `with held as (
       select position from ai_drain_session
       where drain_id = $1 and status = 'pending' and lane = $2 order by position limit 1
     ), free as (
       select position from ai_drain_session
       where drain_id = $1 and status = 'pending' and lane is null and (retry_at is null or retry_at <= now())
         and not exists (select from held)
       order by retry_at is not null, position limit 1 for update skip locked
     ), job_of_lane as (
       select coalesce((select j.crashes from ai_drain_lane l join job j on j.id = l.job_id
         where l.drain_id = $1 and l.lane_no = $2), 0) as crashes
     )
     update ai_drain_session s set lane = $2, tries = least(s.tries, 32766) + 1, seen_crashes = j.crashes,
       losses = s.losses + case when s.lane = $2 and j.crashes > s.seen_crashes then 1 else 0 end
     from job_of_lane j
     where drain_id = $1 and position = (select position from held union all select position from free limit 1)
     returning session_id as "sessionId", losses, waits`,
    [drainId, laneNo],
  );
  return taken;
}

/** Milliseconds until the next session's time comes; undefined where none that nobody holds is left. */
export async function selectNextRetry(tx: Transaction, drainId: number): Promise<number | undefined> {
  const [row] = await runSql<{ ms: number | null }>(
    tx,
    `select ceil(extract(epoch from min(retry_at) - now()) * 1000)::float8 as ms from ai_drain_session
     where drain_id = $1 and status = 'pending' and lane is null`,
    [drainId],
  );
  return row?.ms ?? undefined;
}

/** Gives a session back to the queue of its drain, to be taken by any lane when its time has come. */
export async function handBackSession(
  tx: Transaction,
  drainId: number,
  sessionId: number,
  waitMs: number,
): Promise<void> {
  await runSql(
    tx,
    `update ai_drain_session set lane = null, seen_crashes = null, waits = waits + 1,
       retry_at = now() + $3 * interval '1 millisecond'
     where drain_id = $1 and session_id = $2 and status = 'pending'`,
    [drainId, sessionId, waitMs],
  );
}

/** Has a drain stop: its lanes take no further session, and the last one ends it. The first reason stays. */
export async function stopDrain(
  tx: Transaction,
  drainId: number,
  sessionId: number,
  reason: { code: string; message: string },
): Promise<void> {
  await runSql(
    tx,
    `update ai_drain_session set lane = null, seen_crashes = null
     where drain_id = $1 and session_id = $2 and status = 'pending'`,
    [drainId, sessionId],
  );
  await runSql(
    tx,
    `update ai_drain set stop_code = $2, stop_message = $3
     where id = $1 and status in ('queued', 'running') and stop_code is null`,
    [drainId, reason.code, reason.message],
  );
}

/** For how many ms each failing model has answered nothing in a drain. */
export async function selectFailing(tx: Transaction, drainId: number): Promise<Map<string, number>> {
  const rows = await runSql<{ model: string; ms: number }>(
    tx,
    `select model, (extract(epoch from now() - min(failing_since)) * 1000)::float8 as ms from ai_drain_fault
     where drain_id = $1 and failing_since is not null group by model`,
    [drainId],
  );
  return new Map(rows.map(({ model, ms }) => [model, ms]));
}

/**
 * Counts what models did at one session: those that answered fail no longer; each of the others has one fault more.
 * @param settled Whether the session is done with, without them.
 */
export async function countFaults(
  tx: Transaction,
  drainId: number,
  {
    answered,
    faults,
    settled,
  }: {
    answered: readonly string[];
    faults: readonly { model: string; code: string }[];
    settled: boolean;
  },
): Promise<void> {
  await runSql(
    tx,
    `update ai_drain_fault set failing_since = null
     where drain_id = $1 and model = any($2::text[]) and failing_since is not null`,
    [drainId, answered],
  );
  // Lanes count side by side: one order of rows, so that they never wait for each other in a ring.
  const ordered = [...faults].sort((a, b) => (`${a.model} ${a.code}` < `${b.model} ${b.code}` ? -1 : 1));
  for (const { model, code } of ordered) {
    await runSql(
      tx,
      `insert into ai_drain_fault as f (drain_id, model, code, count, sessions, failing_since)
       values ($1, $2, $3, 1, $4, now())
       on conflict (drain_id, model, code) do update set count = f.count + 1, sessions = f.sessions + $4,
         failing_since = coalesce(f.failing_since, now()), last_at = now()`,
      [drainId, model, code, settled ? 1 : 0],
    );
  }
}

export interface SessionOutcome {
  status: 'filled' | 'skipped' | 'failed';
  reason: string | null;
  generated: number;
  overwritten: number;
  /** Configured models that gave no answer. */
  missingModels: number;
}

export async function settleSession(
  tx: Transaction,
  drainId: number,
  sessionId: number,
  outcome: SessionOutcome,
): Promise<void> {
  await runSql(
    tx,
    `update ai_drain_session set status = $3, reason = $4, generated = $5, overwritten = $6,
       missing_models = $7, retry_at = null, finished_at = now()
     where drain_id = $1 and session_id = $2 and status = 'pending'`,
    [drainId, sessionId, outcome.status, outcome.reason, outcome.generated, outcome.overwritten, outcome.missingModels],
  );
}

/**
 * Ends a lane. Where the last one ends, so does the drain: the drain's row is locked first, so that of two lanes that end at
 * once the later one sees the other. What is pending then has no lane left to fill it, and fails; in a drain that
 * stopped early it stays pending, for the drain to be continued.
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
     where drain_id = $1 and status = 'pending'
       and not exists (select from ai_drain where id = $1 and stop_code is not null)`,
    [drainId],
  );
  // It has failed where not one session could be filled; single failures stand in the report.
  const [ended] = await runSql<EndedDrain>(
    tx,
    `update ai_drain r set finished_at = now(), started_at = coalesce(started_at, now()),
       status = case when stop_code is not null then 'stopped' when exists (select 1 from ai_drain_session where drain_id = r.id and status = 'failed')
         and not exists (select 1 from ai_drain_session where drain_id = r.id and status <> 'failed')
         then 'failed' else 'completed' end
     where r.id = $1 and r.status in ('queued', 'running')
     returning kind, origin, provisional, trade_day as "tradeDay"`,
    [drainId],
  );
  return ended;
}

export interface EndedDrain {
  kind: DrainKind;
  origin: DrainOrigin;
  provisional: boolean;
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

/** What is left of a drain, its row locked; undefined where it is gone. */
export interface ContinuableDrain {
  kind: DrainKind;
  status: DrainStatus;
  tradeDay: CalendarDay;
  today: CalendarDay;
  /** It was decided to stop, and lanes have not ended yet. */
  isStopping: boolean;
  /** Sessions that are pending or failed, in their order. */
  left: number[];
}

export async function lockDrain(tx: Transaction, drainId: number): Promise<ContinuableDrain | undefined> {
  const [drain] = await runSql<Omit<ContinuableDrain, 'left'>>(
    tx,
    `select kind, status, trade_day as "tradeDay", today, stop_code is not null as "isStopping" from ai_drain
     where id = $1 for no key update`,
    [drainId],
  );
  if (drain === undefined) return undefined;
  const rows = await runSql<{ id: number }>(
    tx,
    `select session_id as id from ai_drain_session where drain_id = $1 and status in ('pending', 'failed')
     order by position`,
    [drainId],
  );
  return { ...drain, left: rows.map(({ id }) => id) };
}

/** Queues a drain that has ended again, for `sessionIds` of what is left; the others of it were filled by somebody else. */
export async function requeueDrain(tx: Transaction, drainId: number, sessionIds: readonly number[]): Promise<void> {
  await runSql(
    tx,
    `update ai_drain_session set status = 'pending', lane = null, seen_crashes = null, retry_at = null, waits = 0, losses = 0,
       reason = null, finished_at = null
     where drain_id = $1 and session_id = any($2::bigint[])`,
    [drainId, sessionIds],
  );
  await runSql(
    tx,
    `update ai_drain_session set status = 'skipped', reason = $3, finished_at = now()
     where drain_id = $1 and status in ('pending', 'failed') and not (session_id = any($2::bigint[]))`,
    [drainId, sessionIds, NOTHING_MISSING],
  );
  await runSql(tx, 'update ai_drain_fault set failing_since = null where drain_id = $1', [drainId]);
  await runSql(tx, 'delete from ai_drain_lane where drain_id = $1', [drainId]);
  await runSql(
    tx,
    `update ai_drain set status = 'queued', finished_at = null, stop_code = null, stop_message = null, error = null
     where id = $1`,
    [drainId],
  );
}

/** The reason of a session whose records were all there when it came to it. */
export const NOTHING_MISSING = 'nothing was missing any more';
