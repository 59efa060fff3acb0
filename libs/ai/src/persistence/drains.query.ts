import { isoInstant, type SqlRunner, type Transaction } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { AskedModel } from '../domain/line-up';
import { type LaneTables, requeueWork } from './lanes.query';

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
  const [inserted] = await tx.query<{ id: number }>(
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
  await tx.query(
    `insert into ai_drain_session (drain_id, position, session_id)
     select $1, position, id from unnest($2::bigint[]) with ordinality as s (id, position)`,
    [inserted.id, drain.sessionIds],
  );
  return inserted.id;
}

/** The drain of a kind that is queued or running. */
export async function selectInFlight(tx: Transaction, kind: DrainKind): Promise<number | undefined> {
  const [drain] = await tx.query<{ id: number }>(
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

/** What lanes need to know to drain. */
export const DRAIN_TABLES: LaneTables = {
  work: 'ai_drain',
  items: 'ai_drain_session',
  lanes: 'ai_drain_lane',
  faults: 'ai_drain_fault',
  key: 'drain_id',
  shared: `kind, trade_day as "tradeDay", question_job_id as "questionJobId", models,
    (select min(job_id) from ai_drain_lane where drain_id = ai_drain.id) as "roundJobId"`,
  subject: 'session_id as "sessionId"',
  lost: 'sessions',
  unreached: 'the drain ended before it came to this session',
};

/** What a lane needs to know of its drain. */
export interface RunningDrain {
  kind: DrainKind;
  tradeDay: CalendarDay;
  /** The job in whose name models are asked; null in a drain of an older build. */
  questionJobId: number | null;
  /** The first job of its lanes: they are new ones each time that it is continued. */
  roundJobId: number;
  /** The models that it asks from its beginning to its end; null until its first lane has noted them. */
  models: readonly AskedModel[] | null;
}

/** Notes the models that a drain begins with. @returns those of the lane that was first, for which the others wait. */
export async function keepModels(
  tx: Transaction,
  drainId: number,
  listed: readonly AskedModel[],
): Promise<readonly AskedModel[]> {
  const [drain] = await tx.query<{ models: AskedModel[] }>(
    'update ai_drain set models = coalesce(models, $2) where id = $1 returning models',
    [drainId, JSON.stringify(listed)],
  );
  return drain?.models ?? listed;
}

export interface LaneSession {
  sessionId: number;
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
  position: number,
  outcome: SessionOutcome,
): Promise<void> {
  await tx.query(
    `update ai_drain_session set status = $3, reason = $4, generated = $5, overwritten = $6,
       missing_models = $7, retry_at = null, finished_at = now()
     where drain_id = $1 and position = $2 and status = 'pending'`,
    [drainId, position, outcome.status, outcome.reason, outcome.generated, outcome.overwritten, outcome.missingModels],
  );
}

export interface EndedDrain {
  kind: DrainKind;
  origin: DrainOrigin;
  provisional: boolean;
  tradeDay: CalendarDay;
}

/** What a drain was that has just ended. */
export async function selectEnded(tx: Transaction, drainId: number): Promise<EndedDrain | undefined> {
  const [ended] = await tx.query<EndedDrain>(
    'select kind, origin, provisional, trade_day as "tradeDay" from ai_drain where id = $1',
    [drainId],
  );
  return ended;
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
  left: { position: number; sessionId: number }[];
}

export async function lockDrain(tx: Transaction, drainId: number): Promise<ContinuableDrain | undefined> {
  const [drain] = await tx.query<Omit<ContinuableDrain, 'left'>>(
    `select kind, status, trade_day as "tradeDay", today, stop_code is not null as "isStopping" from ai_drain
     where id = $1 for no key update`,
    [drainId],
  );
  if (drain === undefined) return undefined;
  const left = await tx.query<ContinuableDrain['left'][number]>(
    `select position, session_id as "sessionId" from ai_drain_session
     where drain_id = $1 and status in ('pending', 'failed') order by position`,
    [drainId],
  );
  return { ...drain, left };
}

/** Queues a drain that has ended again, for the sessions at `positions`; the others of it were filled by somebody else. */
export async function requeueDrain(tx: Transaction, drainId: number, positions: readonly number[]): Promise<void> {
  await requeueWork(tx, DRAIN_TABLES, drainId, positions);
  await tx.query('update ai_drain set models = null where id = $1', [drainId]);
  await tx.query(
    `update ai_drain_session set status = 'skipped', reason = $3, finished_at = now()
     where drain_id = $1 and status in ('pending', 'failed') and not (position = any($2::int[]))`,
    [drainId, positions, NOTHING_MISSING],
  );
}

/** The reason of a session whose records were all there when it came to it. */
export const NOTHING_MISSING = 'nothing was missing any more';
