import type { Transaction } from '#lib/database';
import { JOB_CANCELLED_CHANNEL, JOB_CHANNEL } from './channels';

export interface NewJob {
  name: string;
  queue: string;
  payload: object;
  dedupeKey: string | null;
  requestedBy: number | undefined;
  availableAt: Date | undefined;
  traceParent: string | undefined;
  /** How many jobs of its queue the user may have in flight with it; null for no limit. */
  limit: number | null;
}

const IN_FLIGHT_OF_USER = `select count(*) from job where requested_by = $5::bigint and queue = $2::text
  and state in ('queued', 'running')`;

/** Writes a job and its outbox row. @returns undefined if an identical job is in flight, or the user has too many. */
export async function insertJob(tx: Transaction, job: NewJob): Promise<number | undefined> {
  const [inserted] = await tx.query<{ id: number }>(
    `with fresh as (
       insert into job (name, queue, payload, dedupe_key, requested_by, available_at, trace_parent)
       select $1::text, $2::text, $3::jsonb, $4::text, $5::bigint, coalesce($6::timestamptz, now()), $7::text
       where $8::integer is null or $5::bigint is null or (${IN_FLIGHT_OF_USER}) < $8
       on conflict (dedupe_key) where state in ('queued', 'running') do nothing
       returning id, queue, available_at
     ), wake_up as (
       insert into job_outbox (job_id, queue, available_at) select id, queue, available_at from fresh
     )
     select id from fresh`,
    [
      job.name,
      job.queue,
      JSON.stringify(job.payload),
      job.dedupeKey,
      job.requestedBy,
      job.availableAt,
      job.traceParent,
      job.limit,
    ],
  );
  return inserted?.id;
}

/** @returns the id of the job in flight with a dedupe key. */
export async function findJobInFlight(tx: Transaction, dedupeKey: string | null): Promise<number | undefined> {
  const [job] = await tx.query<{ id: number }>(
    `select id from job where dedupe_key = $1 and state in ('queued', 'running')`,
    [dedupeKey],
  );
  return job?.id;
}

export async function countJobsInFlight(tx: Transaction, userId: number, queue: string): Promise<number> {
  const [counted] = await tx.query<{ count: number }>(
    `select count(*) from job where requested_by = $1 and queue = $2 and state in ('queued', 'running')`,
    [userId, queue],
  );
  return counted?.count ?? 0;
}

/** Makes a job that waits for its time available now. */
export async function expediteJob(tx: Transaction, jobId: number): Promise<void> {
  await tx.query(
    `with early as (
       update job set available_at = now() where id = $1 and state = 'queued' and available_at > now() returning id
     )
     update job_outbox o set available_at = now() from early where o.job_id = early.id`,
    [jobId],
  );
}

/** Cancels a job that has not ended. @returns whether there was one. */
export async function cancelJob(tx: Transaction, jobId: number): Promise<boolean> {
  const rows = await tx.query(
    `with gone as (
       update job set state = 'cancelled', finished_at = now(), lease_token = null, lease_until = null
       where id = $1 and state in ('queued', 'running') returning id
     )
     select pg_notify('${JOB_CHANNEL}', id::text), pg_notify('${JOB_CANCELLED_CHANNEL}', id::text) from gone`,
    [jobId],
  );
  return rows.length > 0;
}
