import {
  columnOf,
  columnsOf,
  insertOf,
  type RowOf,
  type SqlRunner,
  tableOf,
  type Transaction,
  wireColumnsOf,
} from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { DrainStatus } from '../domain/drain';
import { AiReplay } from './ai-replay.entity';
import { AiReplayFault } from './ai-replay-fault.entity';
import { AiReplayItem } from './ai-replay-item.entity';
import { AiReplayLane } from './ai-replay-lane.entity';
import { type LaneTables, roundJob } from './lanes.query';
import { countColumns, selectWorkPage, STARTED_BY, STOP_REASON, workFrom, type WorkView } from './work-view.query';

export type ReplayKind = AiReplay['kind'];

/** A replay as readers see it; its items are days of stocks, each a question to every model. */
export interface ReplayView extends WorkView, Pick<AiReplay, 'models' | 'codes' | 'every'> {
  from: CalendarDay;
  to: CalendarDay;
  judged: number;
  /** When what had come due by then was scored; null until then. */
  scoredAt: string | null;
}

const ERROR = wireColumnsOf(AiReplayFault, '', ['model', 'code', 'count', 'items', 'lastAt']);

/** How often a model gave no answer, for one reason. */
export type ReplayModelError = RowOf<typeof ERROR>;

const NAMES = { work: tableOf(AiReplay), lanes: tableOf(AiReplayLane), key: columnOf(AiReplayLane, 'replayId') };

/** What lanes need to know to replay. */
export const REPLAY_TABLES: LaneTables<RunningReplay, ReplayItem, ReplayModelError> = {
  ...NAMES,
  items: tableOf(AiReplayItem),
  errors: tableOf(AiReplayFault),
  shared: `id as "replayId", ${columnsOf(AiReplay, '', ['kind', 'models', 'questionJobId'])}, ${roundJob(NAMES)}`,
  subject: columnsOf(AiReplayItem, '', ['code', 'day']),
  error: ERROR,
  lost: columnOf(AiReplayFault, 'items'),
  unreached: 'the replay ended before it came to this day',
};

/** What a lane needs to know of its replay. */
export interface RunningReplay extends Pick<AiReplay, 'kind' | 'models'> {
  replayId: number;
  questionJobId: number;
  roundJobId: number;
}

export type ReplayItem = Pick<AiReplayItem, 'code' | 'day'>;

export interface ReplayOutcome extends Pick<AiReplayItem, 'reason'> {
  status: 'judged' | 'skipped' | 'failed';
}

const VIEW = `select ${columnsOf(AiReplay, 'r', ['id', 'kind', 'models', 'codes'])}, r.from_day as "from", r.to_day as "to",
    ${columnsOf(AiReplay, 'r', ['every', 'status'])}, ${STOP_REASON}, r.total, ${countColumns('judged')},
    coalesce(s.waiting, 0) as waiting, ${STARTED_BY}, ${wireColumnsOf(AiReplay, 'r', ['createdAt', 'startedAt', 'finishedAt', 'scoredAt', 'error'])}
  ${workFrom(REPLAY_TABLES, 'judged')}`;

export async function selectReplay(db: SqlRunner, id: number): Promise<ReplayView | undefined> {
  const [replay] = await db.query<ReplayView>(`${VIEW} where r.id = $1`, [id]);
  return replay;
}

/** Newest first. */
export async function selectReplays(
  db: SqlRunner,
  page: { limit: number; offset: number },
): Promise<{ replays: ReplayView[]; total: number }> {
  const { rows, total } = await selectWorkPage<ReplayView>(db, VIEW, REPLAY_TABLES, page);
  return { replays: rows, total };
}

export interface NewReplay extends Pick<AiReplay, 'kind' | 'every' | 'startedBy'> {
  models: readonly string[];
  codes: readonly string[];
  from: CalendarDay;
  to: CalendarDay;
}

/**
 * Inserts a replay of stocks on `days`, a day of all stocks after the other.
 * @returns undefined if one is in flight.
 */
export async function insertReplay(
  tx: Transaction,
  replay: NewReplay,
  days: readonly CalendarDay[],
): Promise<number | undefined> {
  const { kind, models, codes, from, to, every, startedBy } = replay;
  const { text, parameters } = insertOf(AiReplay, {
    ...{ kind, every, startedBy, models: [...models], codes: [...codes] },
    ...{ fromDay: from, toDay: to, total: days.length * codes.length },
  });
  const [inserted] = await tx.query<{ id: number }>(`${text} on conflict do nothing returning id`, parameters);
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

/** What is left of a replay, its row locked; undefined if it is gone. */
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
  await tx.repository(AiReplay).update(replayId, { scoredAt: null });
}

/** Notes that what had come due of a replay's judgements is scored. */
export async function markReplayScored(tx: Transaction, replayId: number): Promise<void> {
  await tx.repository(AiReplay).update(replayId, { scoredAt: () => 'now()' });
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

/** The name that a stock bore on a day; null if its names are not known so far back: today's would reveal what came later. */
export async function selectNameOn(db: SqlRunner, code: string, day: CalendarDay): Promise<string | null> {
  const [row] = await db.query<{ name: string }>(
    'select name from stock_name where code = $1 and from_date <= $2 order by from_date desc limit 1',
    [code, day],
  );
  return row?.name ?? null;
}
