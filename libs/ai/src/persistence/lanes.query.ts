import type { Columns, SqlRunner, Transaction } from '#lib/database';
import type { FaultRow, ItemRow } from './lane-rows';

/**
 * The tables of work that lanes share out, a drain's or a replay's. Their columns have the same names (`lane-rows.ts`), but for
 * the few here. All values are constants of the program.
 */
export interface LaneTables<Shared = object, Subject = object, ErrorRow = object> {
  work: string;
  items: string;
  lanes: string;
  errors: string;
  /** The column of the other three that names the work. */
  key: string;
  /** Columns of the work that a lane needs to know. */
  shared: Columns<Shared>;
  /** Columns of an item that a lane needs for its work. */
  subject: Columns<Subject>;
  /** Columns of an error as reports show it. */
  error: Columns<ErrorRow>;
  /** The column of the errors' table that counts items which ended without the model. */
  lost: string;
  /** The reason of an item that no lane was left for. */
  unreached: string;
}

/** The first job of the lanes of `work`, as a column: they are new ones each time that it is continued. */
export function roundJob({ work, lanes, key }: Pick<LaneTables, 'work' | 'lanes' | 'key'>): string {
  return `(select min(job_id) from ${lanes} where ${key} = ${work}.id) as "roundJobId"`;
}

export type LaneItem = Pick<ItemRow, 'position' | 'losses' | 'waits'>;

/** Inserts a lane. The job of the first lane is the one in whose name all of them call models. */
export async function insertLane(
  tx: Transaction,
  { lanes, work, key }: LaneTables,
  workId: number,
  { laneNo, jobId }: { laneNo: number; jobId: number },
): Promise<void> {
  await tx.query(`insert into ${lanes} (${key}, lane_no, job_id) values ($1, $2, $3)`, [workId, laneNo, jobId]);
  await tx.query(`update ${work} set question_job_id = $2 where id = $1 and question_job_id is null`, [workId, jobId]);
}

/** The work that a lane works for, which is running from now on; undefined if it has ended, stops or is gone. */
export async function joinWork<Shared extends object>(
  tx: Transaction,
  { work, shared }: LaneTables<Shared>,
  workId: number,
): Promise<Shared | undefined> {
  const [found] = await tx.query<Shared & { status: string }>(
    `select ${shared}, status from ${work} where id = $1 and status in ('queued', 'running') and stop_code is null`,
    [workId],
  );
  if (found?.status === 'queued') {
    await tx.query(
      `update ${work} set status = 'running', started_at = coalesce(started_at, now())
       where id = $1 and status = 'queued'`,
      [workId],
    );
  }
  return found;
}

/**
 * Takes a lane's next item: the one that it held when its worker crashed, else the first that no lane holds and whose time has
 * come, those that never waited first. A death counts against the item that was held; a try that the database ended doesn't.
 */
export async function takeItem<Subject extends object>(
  tx: Transaction,
  { items, lanes, key, subject }: LaneTables<object, Subject>,
  workId: number,
  laneNo: number,
): Promise<(Subject & LaneItem) | undefined> {
  const [taken] = await tx.query<Subject & LaneItem>(
    `with held as (
       select position from ${items}
       where ${key} = $1 and status = 'pending' and lane = $2 order by position limit 1
     ), free as (
       select position from ${items}
       where ${key} = $1 and status = 'pending' and lane is null and (retry_at is null or retry_at <= now())
         and not exists (select from held)
       order by retry_at is not null, position limit 1 for update skip locked
     ), job_of_lane as (
       select coalesce((select j.crashes from ${lanes} l join job j on j.id = l.job_id
         where l.${key} = $1 and l.lane_no = $2), 0) as crashes
     )
     update ${items} s set lane = $2, tries = least(s.tries, 32766) + 1, seen_crashes = j.crashes,
       losses = s.losses + case when s.lane = $2 and j.crashes > s.seen_crashes then 1 else 0 end
     from job_of_lane j
     where ${key} = $1 and position = (select position from held union all select position from free limit 1)
     returning position, losses, waits, ${subject}`,
    [workId, laneNo],
  );
  return taken;
}

/** Milliseconds until the next item's time comes; undefined if none without a lane is left. */
export async function selectNextRetry(
  tx: Transaction,
  { items, key }: LaneTables,
  workId: number,
): Promise<number | undefined> {
  const [row] = await tx.query<{ ms: number | null }>(
    `select ceil(extract(epoch from min(retry_at) - now()) * 1000)::float8 as ms from ${items}
     where ${key} = $1 and status = 'pending' and lane is null`,
    [workId],
  );
  return row?.ms ?? undefined;
}

/** Gives an item back, to be taken by any lane when its time has come. */
export async function handBackItem(
  tx: Transaction,
  { items, key }: LaneTables,
  workId: number,
  { position, waitMs }: { position: number; waitMs: number },
): Promise<void> {
  await tx.query(
    `update ${items} set lane = null, seen_crashes = null, waits = waits + 1,
       retry_at = now() + $3 * interval '1 millisecond'
     where ${key} = $1 and position = $2 and status = 'pending'`,
    [workId, position, waitMs],
  );
}

/** Has the work stop: its lanes take no further item, and the last one ends it. The first reason stays. */
export async function stopWork(
  tx: Transaction,
  { work, items, key }: LaneTables,
  workId: number,
  { position, code, message }: { position: number; code: string; message: string },
): Promise<void> {
  await tx.query(
    `update ${items} set lane = null, seen_crashes = null
     where ${key} = $1 and position = $2 and status = 'pending'`,
    [workId, position],
  );
  await tx.query(
    `update ${work} set stop_code = $2, stop_message = $3
     where id = $1 and status in ('queued', 'running') and stop_code is null`,
    [workId, code, message],
  );
}

/** For how many ms each failing model has answered nothing. */
export async function selectFailing(
  tx: Transaction,
  { errors, key }: LaneTables,
  workId: number,
): Promise<Map<string, number>> {
  const rows = await tx.query<{ model: string; ms: number }>(
    `select model, (extract(epoch from now() - min(failing_since)) * 1000)::float8 as ms from ${errors}
     where ${key} = $1 and failing_since is not null group by model`,
    [workId],
  );
  return new Map(rows.map(({ model, ms }) => [model, ms]));
}

/**
 * Counts the errors of models at one item: those that answered fail no longer; each of the others has one error more.
 * @param settled Whether the item is done with, without them.
 */
export async function countErrors(
  tx: Transaction,
  { errors: table, key, lost }: LaneTables,
  workId: number,
  {
    answered,
    faults: errors,
    settled,
  }: { answered: readonly string[]; faults: readonly Pick<FaultRow, 'model' | 'code'>[]; settled: boolean },
): Promise<void> {
  await tx.query(
    `update ${table} set failing_since = null
     where ${key} = $1 and model = any($2::text[]) and failing_since is not null`,
    [workId, answered],
  );
  // Lanes count side by side: one order of rows, so that they never wait for each other in a ring.
  const ordered = [...errors].sort((a, b) => (`${a.model} ${a.code}` < `${b.model} ${b.code}` ? -1 : 1));
  for (const { model, code } of ordered) {
    await tx.query(
      `insert into ${table} as f (${key}, model, code, count, ${lost}, failing_since)
       values ($1, $2, $3, 1, $4, now())
       on conflict (${key}, model, code) do update set count = f.count + 1, ${lost} = f.${lost} + $4,
         failing_since = coalesce(f.failing_since, now()), last_at = now()`,
      [workId, model, code, settled ? 1 : 0],
    );
  }
}

/**
 * Ends a lane. If the last one ends, so does the work: its row is locked first, so that of two lanes that end at once the
 * later one sees the other. What is pending then has no lane left, and fails; if the work stopped early it stays pending,
 * to be continued.
 * @returns whether the work has ended with this lane.
 */
export async function endLane(
  tx: Transaction,
  { work, items, lanes, key, unreached }: LaneTables,
  workId: number,
  { laneNo, error }: { laneNo: number; error: string | null },
): Promise<boolean> {
  await tx.query(`select 1 from ${work} where id = $1 for no key update`, [workId]);
  await tx.query(`update ${lanes} set status = 'ended' where ${key} = $1 and lane_no = $2`, [workId, laneNo]);
  if (error !== null) {
    await tx.query(`update ${work} set error = coalesce(error || '; ', '') || $2 where id = $1`, [workId, error]);
    await tx.query(
      `update ${items} set status = 'failed', reason = $3, finished_at = now()
       where ${key} = $1 and lane = $2 and status = 'pending'`,
      [workId, laneNo, error],
    );
  }
  const [open] = await tx.query(`select 1 from ${lanes} where ${key} = $1 and status = 'running' limit 1`, [workId]);
  if (open !== undefined) return false;
  await tx.query(
    `update ${items} set status = 'failed', reason = $2, finished_at = now()
     where ${key} = $1 and status = 'pending'
       and not exists (select from ${work} where id = $1 and stop_code is not null)`,
    [workId, unreached],
  );
  // It has failed if not one item succeeded; single failures are in the report.
  const [ended] = await tx.query(
    `update ${work} r set finished_at = now(), started_at = coalesce(started_at, now()),
       status = case when stop_code is not null then 'stopped'
         when exists (select 1 from ${items} where ${key} = r.id and status = 'failed')
           and not exists (select 1 from ${items} where ${key} = r.id and status <> 'failed')
         then 'failed' else 'completed' end
     where r.id = $1 and r.status in ('queued', 'running')
     returning id`,
    [workId],
  );
  return ended !== undefined;
}

/** Errors of models, the most frequent first. */
export function selectErrors<ErrorRow>(
  db: SqlRunner,
  { errors, key, error: fault }: LaneTables<object, object, ErrorRow>,
  workId: number,
): Promise<ErrorRow[]> {
  return db.query<ErrorRow>(`select ${fault} from ${errors} where ${key} = $1 order by count desc, model, code`, [
    workId,
  ]);
}

/** Jobs of the lanes that have not ended, in the order of their ids. */
export async function selectLaneJobs(tx: Transaction, { lanes, key }: LaneTables, workId: number): Promise<number[]> {
  const rows = await tx.query<{ jobId: number }>(
    `select job_id as "jobId" from ${lanes} where ${key} = $1 and status = 'running' order by job_id`,
    [workId],
  );
  return rows.map((row) => row.jobId);
}

/** @returns whether the work was still queued or running. */
export async function cancelWork(tx: Transaction, { work }: LaneTables, workId: number): Promise<boolean> {
  const rows = await tx.query(
    `update ${work} set status = 'cancelled', finished_at = now()
     where id = $1 and status in ('queued', 'running') returning id`,
    [workId],
  );
  return rows.length > 0;
}

/** Queues work that has ended again, for the items at `positions`; lanes are added afterwards. */
export async function requeueWork(
  tx: Transaction,
  { work, items, lanes, errors, key }: LaneTables,
  workId: number,
  positions: readonly number[],
): Promise<void> {
  await tx.query(
    `update ${items} set status = 'pending', lane = null, seen_crashes = null, retry_at = null, waits = 0, losses = 0,
       reason = null, finished_at = null
     where ${key} = $1 and position = any($2::int[])`,
    [workId, positions],
  );
  await tx.query(`update ${errors} set failing_since = null where ${key} = $1`, [workId]);
  await tx.query(`delete from ${lanes} where ${key} = $1`, [workId]);
  await tx.query(
    `update ${work} set status = 'queued', finished_at = null, stop_code = null, stop_message = null, error = null
     where id = $1`,
    [workId],
  );
}
