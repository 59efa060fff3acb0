import { isoInstant, type SqlRunner, type Transaction } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { DrainStatus } from './drains.query';
import type { LaneTables } from './lanes.query';

export type ReplayKind = 'daily' | 'weekly';

/** A replay as readers see it. Instants ISO 8601 UTC. */
export interface ReplayView {
  id: number;
  kind: ReplayKind;
  models: string[];
  codes: string[];
  from: CalendarDay;
  to: CalendarDay;
  /** Every how many open days, or weeks. */
  every: number;
  status: DrainStatus;
  /** Why it stopped early; set as soon as that is decided. */
  stopReason: { code: string; message: string } | null;
  /** Days of stocks. Each is a question to every model. */
  total: number;
  /** Of them, those that are through: judged, skipped or failed. */
  done: number;
  judged: number;
  skipped: number;
  failed: number;
  /** Those that wait for a model to answer again. */
  waiting: number;
  startedBy: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  /** When what had come due by then was scored; null until then. */
  scoredAt: string | null;
  error: string | null;
}

/** What lanes need to know to replay. */
export const REPLAY_TABLES: LaneTables = {
  work: 'ai_replay',
  items: 'ai_replay_item',
  lanes: 'ai_replay_lane',
  faults: 'ai_replay_fault',
  key: 'replay_id',
  shared: `id as "replayId", kind, models, question_job_id as "questionJobId",
    (select min(job_id) from ai_replay_lane where replay_id = ai_replay.id) as "roundJobId"`,
  subject: 'code, day',
  lost: 'items',
  unreached: 'the replay ended before it came to this day',
};

/** What a lane needs to know of its replay. */
export interface RunningReplay {
  replayId: number;
  kind: ReplayKind;
  models: string[];
  questionJobId: number;
  /** The first job of its lanes: they are new ones each time that it is continued. */
  roundJobId: number;
}

export interface ReplayItem {
  code: string;
  day: CalendarDay;
}

export interface ReplayOutcome {
  status: 'judged' | 'skipped' | 'failed';
  reason: string | null;
}

const VIEW = `
  select r.id, r.kind, r.models, r.codes, r.from_day as "from", r.to_day as "to", r.every::int as every, r.status,
    case when r.stop_code is not null then json_build_object('code', r.stop_code, 'message', r.stop_message) end
      as "stopReason", r.total, coalesce(s.judged + s.skipped + s.failed, 0) as done, coalesce(s.judged, 0) as judged,
    coalesce(s.skipped, 0) as skipped, coalesce(s.failed, 0) as failed, coalesce(s.waiting, 0) as waiting,
    u.username as "startedBy", ${isoInstant('r.created_at')} as "createdAt", ${isoInstant('r.started_at')} as "startedAt",
    ${isoInstant('r.finished_at')} as "finishedAt", ${isoInstant('r.scored_at')} as "scoredAt", r.error
  from ai_replay r
  left join app_user u on u.id = r.started_by
  left join lateral (
    select count(*) filter (where status = 'judged')::int as judged,
      count(*) filter (where status = 'skipped')::int as skipped,
      count(*) filter (where status = 'failed')::int as failed,
      count(*) filter (where status = 'pending' and retry_at > now())::int as waiting
    from ai_replay_item where replay_id = r.id
  ) s on true`;

export async function selectReplay(db: SqlRunner, id: number): Promise<ReplayView | undefined> {
  const [replay] = await db.query<ReplayView>(`${VIEW} where r.id = $1`, [id]);
  return replay;
}

/** Newest first. */
export async function selectReplays(
  db: SqlRunner,
  page: { limit: number; offset: number },
): Promise<{ replays: ReplayView[]; total: number }> {
  const replays = await db.query<ReplayView>(`${VIEW} order by r.id desc limit $1 offset $2`, [
    page.limit,
    page.offset,
  ]);
  const [count] = await db.query<{ total: number }>('select count(*) as total from ai_replay');
  return { replays, total: count?.total ?? 0 };
}

export interface NewReplay {
  kind: ReplayKind;
  models: readonly string[];
  codes: readonly string[];
  from: CalendarDay;
  to: CalendarDay;
  every: number;
  startedBy: number | null;
}

/**
 * Inserts a replay of stocks on `days`, a day of all stocks after the other.
 * @returns undefined where one is in flight.
 */
export async function insertReplay(
  tx: Transaction,
  replay: NewReplay,
  days: readonly CalendarDay[],
): Promise<number | undefined> {
  const { kind, models, codes, from, to, every, startedBy } = replay;
  const [inserted] = await tx.query<{ id: number }>(
    `insert into ai_replay (kind, models, codes, from_day, to_day, every, total, started_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning id`,
    [kind, models, codes, from, to, every, days.length * codes.length, startedBy],
  );
  if (inserted === undefined) return undefined;
  await tx.query(
    `insert into ai_replay_item (replay_id, position, day, code)
     select $1, row_number() over (order by d.place, c.place), d.day, c.code
     from unnest($2::date[]) with ordinality d(day, place) cross join unnest($3::text[]) with ordinality c(code, place)`,
    [inserted.id, days, codes],
  );
  return inserted.id;
}

/** The replay that is queued or running. */
export async function selectReplayInFlight(tx: Transaction): Promise<number | undefined> {
  const [replay] = await tx.query<{ id: number }>(`select id from ai_replay where status in ('queued', 'running')`);
  return replay?.id;
}

/** What is left of a replay, its row locked; undefined where it is gone. */
export async function lockReplay(
  tx: Transaction,
  id: number,
): Promise<{ status: DrainStatus; isStopping: boolean; left: number[] } | undefined> {
  const [replay] = await tx.query<{ status: DrainStatus; isStopping: boolean }>(
    `select status, stop_code is not null as "isStopping" from ai_replay where id = $1 for no key update`,
    [id],
  );
  if (replay === undefined) return undefined;
  const rows = await tx.query<{ position: number }>(
    `select position from ai_replay_item where replay_id = $1 and status in ('pending', 'failed') order by position`,
    [id],
  );
  return { ...replay, left: rows.map(({ position }) => position) };
}

export async function settleReplayItem(
  tx: Transaction,
  replayId: number,
  position: number,
  { status, reason, missingModels }: ReplayOutcome & { missingModels: number },
): Promise<void> {
  await tx.query(
    `update ai_replay_item set status = $3, reason = $4, missing_models = $5, retry_at = null, finished_at = now()
     where replay_id = $1 and position = $2 and status = 'pending'`,
    [replayId, position, status, reason, missingModels],
  );
}

/** A replay that goes on is scored again when it ends. */
export async function forgetReplayScored(tx: Transaction, replayId: number): Promise<void> {
  await tx.query('update ai_replay set scored_at = null where id = $1', [replayId]);
}

/** Notes that what had come due of a replay's judgements is scored. */
export async function markReplayScored(tx: Transaction, replayId: number): Promise<void> {
  await tx.query('update ai_replay set scored_at = now() where id = $1', [replayId]);
}

/** Of `codes`, those that no stock has. */
export async function selectUnknownCodes(db: SqlRunner, codes: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ code: string }>(
    `select code from unnest($1::text[]) with ordinality given(code, place)
     where not exists (select from stock s where s.code = given.code) order by place`,
    [codes],
  );
  return rows.map(({ code }) => code);
}

/** The stocks of sessions, in the order of their ids; closed sessions too. */
export async function selectCodesOfSessions(
  db: SqlRunner,
  sessionIds: readonly number[],
): Promise<{ sessionId: number; code: string }[]> {
  return db.query(
    `select id as "sessionId", code from tracking_session where id = any($1::bigint[]) and deleted_at is null order by id`,
    [sessionIds],
  );
}

/** The name that a stock bore on a day; null where its names are not known so far back: today's would tell what came later. */
export async function selectNameOn(db: SqlRunner, code: string, day: CalendarDay): Promise<string | null> {
  const [row] = await db.query<{ name: string }>(
    'select name from stock_name where code = $1 and from_date <= $2 order by from_date desc limit 1',
    [code, day],
  );
  return row?.name ?? null;
}
