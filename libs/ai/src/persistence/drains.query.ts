import {
  columnNamesOf,
  columnOf,
  columnsOf,
  type RowOf,
  type SqlRunner,
  tableOf,
  type Transaction,
  wireColumnsOf,
} from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { DrainKind, LeftOutAs } from '../domain/drain';
import type { PanelModel } from '../domain/panel-models';
import { AiDrain } from './ai-drain.entity';
import { AiDrainFault } from './ai-drain-fault.entity';
import { AiDrainLane } from './ai-drain-lane.entity';
import { AiDrainSession } from './ai-drain-session.entity';
import { type LaneTables, requeueWork, roundJob } from './lanes.query';
import { countColumns, selectWorkPage, STARTED_BY, STOP_REASON, workFrom, type WorkView } from './work-view.query';

/** A drain as readers see it; its items are the sessions that waited when it began. */
export interface DrainView extends WorkView, Pick<AiDrain, 'kind' | 'origin' | 'provisional' | 'tradeDay' | 'today'> {
  filled: number;
  /** Of the filled ones, those that at least one configured model gave no answer for. */
  filledByFewer: number;
  /** Records created and overwritten. */
  generated: number;
  overwritten: number;
}

export interface SessionOfOutcome {
  sessionId: number;
  code: string;
}

/** Sessions that were skipped, or failed, for one reason. */
export interface DrainOutcome {
  status: LeftOutAs;
  reason: string;
  count: number;
  /** The first twenty of them. */
  sessions: SessionOfOutcome[];
}

const ERROR = wireColumnsOf(AiDrainFault, '', ['model', 'code', 'count', 'sessions', 'lastAt']);

/** How often a model gave no answer in a drain, for one reason. */
export type DrainModelError = RowOf<typeof ERROR>;

const NAMES = { work: tableOf(AiDrain), lanes: tableOf(AiDrainLane), key: columnOf(AiDrainLane, 'drainId') };

/** What lanes need to know to drain. */
export const DRAIN_TABLES: LaneTables<RunningDrain, LaneSession, DrainModelError> = {
  ...NAMES,
  items: tableOf(AiDrainSession),
  errors: tableOf(AiDrainFault),
  shared: `${columnsOf(AiDrain, '', ['id', 'kind', 'tradeDay', 'questionJobId', 'models'])}, ${roundJob(NAMES)}`,
  subject: columnsOf(AiDrainSession, '', ['sessionId']),
  error: ERROR,
  lost: columnOf(AiDrainFault, 'sessions'),
  unreached: 'the drain ended before it came to this session',
};

/** What a lane needs to know of its drain. */
export interface RunningDrain extends Pick<AiDrain, 'id' | 'kind' | 'tradeDay' | 'questionJobId' | 'models'> {
  roundJobId: number;
}

export type LaneSession = Pick<AiDrainSession, 'sessionId'>;

const VIEW = `select ${columnsOf(AiDrain, 'r', ['id', 'kind', 'origin', 'status', 'provisional'])}, ${STOP_REASON},
    ${columnsOf(AiDrain, 'r', ['tradeDay', 'today', 'total'])}, ${countColumns('filled')},
    coalesce(s.by_fewer, 0) as "filledByFewer", coalesce(s.waiting, 0) as waiting, coalesce(s.generated, 0) as generated,
    coalesce(s.overwritten, 0) as overwritten, ${STARTED_BY},
    ${wireColumnsOf(AiDrain, 'r', ['createdAt', 'startedAt', 'finishedAt', 'error'])}
  ${workFrom(DRAIN_TABLES, 'filled', [
    `count(*) filter (where status = 'filled' and missing_models > 0)::int as by_fewer`,
    'sum(generated)::int as generated',
    'sum(overwritten)::int as overwritten',
  ])}`;

export async function selectDrain(db: SqlRunner, id: number): Promise<DrainView | undefined> {
  const [drain] = await db.query<DrainView>(`${VIEW} where r.id = $1`, [id]);
  return drain;
}

export async function selectDrains(
  db: SqlRunner,
  page: { limit: number; offset: number },
): Promise<{ drains: DrainView[]; total: number }> {
  const { rows, total } = await selectWorkPage<DrainView>(db, VIEW, DRAIN_TABLES, page);
  return { drains: rows, total };
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

export interface NewDrain extends Pick<
  AiDrain,
  'kind' | 'origin' | 'provisional' | 'tradeDay' | 'today' | 'startedBy'
> {
  sessionIds: readonly number[];
}

const INSERTED = columnNamesOf(AiDrain, ['kind', 'origin', 'tradeDay', 'today', 'total', 'startedBy', 'provisional']);

/**
 * Inserts a drain with its sessions in their order; one without sessions has ended. @returns undefined if one of the gates
 * is taken: this day's scheduled drain has been, or one of this kind is in flight.
 */
export async function insertDrain(tx: Transaction, drain: NewDrain): Promise<number | undefined> {
  const [inserted] = await tx.query<{ id: number }>(
    `insert into ai_drain (${INSERTED}, status, started_at, finished_at)
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

/** How a day's scheduled drain stands, its provisional pass or its final one; undefined if there is none. */
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

/** Notes the models that a drain begins with. @returns those of the lane that was first, for which the others wait. */
export async function keepModels(
  tx: Transaction,
  drainId: number,
  listed: readonly PanelModel[],
): Promise<readonly PanelModel[]> {
  const [drain] = await tx.query<{ models: PanelModel[] }>(
    'update ai_drain set models = coalesce(models, $2) where id = $1 returning models',
    [drainId, JSON.stringify(listed)],
  );
  return drain?.models ?? listed;
}

export interface SessionOutcome extends Pick<AiDrainSession, 'reason' | 'generated' | 'overwritten' | 'missingModels'> {
  status: 'filled' | 'skipped' | 'failed';
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

const ENDED = columnsOf(AiDrain, '', ['kind', 'origin', 'provisional', 'tradeDay']);

export type EndedDrain = RowOf<typeof ENDED>;

/** What a drain was that has just ended. */
export async function selectEnded(tx: Transaction, drainId: number): Promise<EndedDrain | undefined> {
  const [ended] = await tx.query<EndedDrain>(`select ${ENDED} from ai_drain where id = $1`, [drainId]);
  return ended;
}

const LEFT = columnsOf(AiDrainSession, '', ['position', 'sessionId']);

/** What is left of a drain, its row locked; undefined if it is gone. */
export interface ContinuableDrain extends Pick<AiDrain, 'kind' | 'status' | 'tradeDay' | 'today'> {
  /** It was decided to stop, and lanes have not ended yet. */
  isStopping: boolean;
  /** Sessions that are pending or failed, in their order. */
  left: RowOf<typeof LEFT>[];
}

export async function lockDrain(tx: Transaction, drainId: number): Promise<ContinuableDrain | undefined> {
  const [drain] = await tx.query<Omit<ContinuableDrain, 'left'>>(
    `select ${columnsOf(AiDrain, '', ['kind', 'status', 'tradeDay', 'today'])}, stop_code is not null as "isStopping" from ai_drain
     where id = $1 for no key update`,
    [drainId],
  );
  if (drain === undefined) return undefined;
  const left = await tx.query<RowOf<typeof LEFT>>(
    `select ${LEFT} from ai_drain_session
     where drain_id = $1 and status in ('pending', 'failed') order by position`,
    [drainId],
  );
  return { ...drain, left };
}

/**
 * Queues a drain that has ended again, for the sessions at `positions`; the others were filled by another drain or a
 * person.
 */
export async function requeueDrain(tx: Transaction, drainId: number, positions: readonly number[]): Promise<void> {
  await requeueWork(tx, DRAIN_TABLES, drainId, positions);
  await tx.repository(AiDrain).update(drainId, { models: null });
  await tx.query(
    `update ai_drain_session set status = 'skipped', reason = $3, finished_at = now()
     where drain_id = $1 and status in ('pending', 'failed') and not (position = any($2::int[]))`,
    [drainId, positions, NOTHING_MISSING],
  );
}

/** The reason of a session whose records were all there when it came to it. */
export const NOTHING_MISSING = 'nothing was missing any more';
