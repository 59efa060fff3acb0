import { columnsOf, type Database, insertOf, type SqlRunner, type Wire, wireColumnsOf } from '#lib/database';
import { MarketSync, type SyncStatus } from './market-sync.entity';

const REQUESTED = ['id', 'kind', 'status', 'from', 'to'] as const;
const PROGRESS = ['unitsTotal', 'unitsDone', 'rows', 'calls', 'stage', 'error', 'resumeAt'] as const;
const INSTANTS = ['createdAt', 'startedAt', 'finishedAt'] as const;

type ShownKey = (typeof REQUESTED)[number] | (typeof PROGRESS)[number] | (typeof INSTANTS)[number];

/** A sync as people and programs see it. */
export interface SyncView extends Wire<Pick<MarketSync, ShownKey>> {
  startedBy: string | null;
}

const TASK = ['id', 'kind', 'from', 'to', 'replaceDemo', 'askedAt'] as const;

/** A sync as its runner needs it. */
export type SyncTask = Pick<MarketSync, (typeof TASK)[number]>;

const VIEW = `
  select ${columnsOf(MarketSync, 'y', REQUESTED)}, ${wireColumnsOf(MarketSync, 'y', PROGRESS)}, u.username as "startedBy",
    ${wireColumnsOf(MarketSync, 'y', INSTANTS)}
  from market_sync y left join app_user u on u.id = y.started_by`;

export async function selectSync(db: SqlRunner, id: number): Promise<SyncView | undefined> {
  const [sync] = await db.query<SyncView>(`${VIEW} where y.id = $1`, [id]);
  return sync;
}

export async function selectSyncs(
  db: SqlRunner,
  page: { limit: number; offset: number },
): Promise<{ syncs: SyncView[]; total: number }> {
  const syncs = await db.query<SyncView>(`${VIEW} order by y.id desc limit $1 offset $2`, [page.limit, page.offset]);
  const [count] = await db.query<{ total: number }>('select count(*) as total from market_sync');
  return { syncs, total: count?.total ?? 0 };
}

/** The sync that is running, else the first one that waits. */
export async function selectCurrentSync(db: SqlRunner): Promise<SyncView | undefined> {
  const [sync] = await db.query<SyncView>(
    `${VIEW} where y.status in ('queued', 'running', 'waiting') order by y.status = 'running' desc, y.id limit 1`,
  );
  return sync;
}

/** Whether bars are being fetched, or are about to be. One that waits for the vendor, perhaps until tomorrow, doesn't count. */
export async function selectIsSyncing(db: SqlRunner): Promise<boolean> {
  const [row] = await db.query<{ isSyncing: boolean }>(
    `select exists (select from market_sync where status in ('queued', 'running')) as "isSyncing"`,
  );
  return row?.isSyncing === true;
}

/** Writes a request; an equal one in flight is the same. */
export async function insertSync(
  tx: SqlRunner,
  request: Omit<SyncTask, 'id'> & { startedBy: number | null },
): Promise<{ id: number; created: boolean }> {
  const { text, parameters } = insertOf(MarketSync, request);
  const [inserted] = await tx.query<{ id: number }>(
    `${text}
     on conflict (kind, from_date, to_date) where status in ('queued', 'running', 'waiting') do nothing returning id`,
    parameters,
  );
  if (inserted !== undefined) return { id: inserted.id, created: true };
  const [twin] = await tx.query<{ id: number }>(
    `select id from market_sync
     where kind = $1 and from_date = $2 and to_date = $3 and status in ('queued', 'running', 'waiting')`,
    [request.kind, request.from, request.to],
  );
  if (twin === undefined) throw new Error('a sync that stood in the way of another is gone');
  return { id: twin.id, created: false };
}

/** The next sync that can run now, or how long until one can. */
export async function selectNextSync(db: SqlRunner): Promise<{ task: SyncTask } | { waitSeconds: number } | undefined> {
  const [next] = await db.query<SyncTask & { waitSeconds: number }>(
    `select ${columnsOf(MarketSync, '', TASK)},
       greatest(0, coalesce(extract(epoch from resume_at - now()), 0))::float8 as "waitSeconds"
     from market_sync where status in ('queued', 'running', 'waiting')
     order by greatest(coalesce(resume_at, now()), now()), id limit 1`,
  );
  if (next === undefined) return undefined;
  const { waitSeconds, ...task } = next;
  return waitSeconds > 0 ? { waitSeconds } : { task };
}

export interface SyncChange {
  status?: SyncStatus;
  stage?: string;
  error?: string | null;
  unitsTotal?: number;
  /** Added to what stands there. */
  unitsDone?: number;
  rows?: number;
  calls?: number;
  /** Seconds from now; null: at once. */
  resumeInSeconds?: number | null;
}

/** How many units a sync has done. */
export async function countUnitsDone(db: Database, id: number): Promise<number> {
  const sync = await db.repository(MarketSync).findOne({ select: { id: true, unitsDone: true }, where: { id } });
  return sync?.unitsDone ?? 0;
}

export async function changeSync(tx: SqlRunner, id: number, change: SyncChange): Promise<void> {
  await tx.query(
    `update market_sync set status = coalesce($2, status), stage = coalesce($3, stage),
       error = case when $4 then $5 else error end, units_total = coalesce($6, units_total),
       units_done = units_done + coalesce($7, 0), rows_read = rows_read + coalesce($8, 0), calls = calls + coalesce($9, 0),
       resume_at = case when $10 then now() + $11 * interval '1 second' else resume_at end,
       started_at = coalesce(started_at, case when $2 = 'running' then now() end),
       finished_at = case when $2 in ('completed', 'failed') then now() else finished_at end
     where id = $1`,
    [
      id,
      change.status,
      change.stage,
      change.error !== undefined,
      change.error,
      change.unitsTotal,
      change.unitsDone,
      change.rows,
      change.calls,
      change.resumeInSeconds !== undefined,
      change.resumeInSeconds,
    ],
  );
}

/** Ends all syncs that have not ended. */
export async function failOpenSyncs(tx: SqlRunner, reason: string): Promise<void> {
  await tx.query(
    `update market_sync set status = 'failed', error = $1, finished_at = now()
     where status in ('queued', 'running', 'waiting')`,
    [reason],
  );
}

/** Advisory lock of a transaction that adds a request, or that ends the job which works through them. */
const REQUESTS_LOCK = 0x5343_5357;

/**
 * Taken by whoever adds a request, and by the job before it ends: otherwise a request could join a job in flight that has
 * looked for requests already.
 */
export async function lockRequests(tx: SqlRunner): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [REQUESTS_LOCK]);
}
