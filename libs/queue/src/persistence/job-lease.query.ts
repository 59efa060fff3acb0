import { columnsOf, prepareStatement, type SqlRunner, type Transaction } from '#lib/database';
import type { JsonValue } from '#lib/kernel';
import { JOB_CHANNEL } from './channels';
import type { JobError } from '../domain/job-error';
import { Job } from './job.entity';

/** A job that a delivery holds. */
export interface ClaimedJob extends Pick<Job, (typeof CLAIMED)[number]> {
  leaseToken: string;
  /** Since a worker took it for the first time; handing it back does not reset this. */
  firstTakenMsAgo: number;
}

const CLAIMED = ['id', 'name', 'payload', 'attempts', 'crashes', 'leaseToken', 'traceParent'] as const;
const CLAIMED_COLUMNS = `${columnsOf(Job, '', CLAIMED)},
  (extract(epoch from now() - started_at) * 1000)::float8 as "firstTakenMsAgo"`;

// Each job runs these: planned once a connection. All find the row by its key.

const CLAIM_JOB = prepareStatement<ClaimedJob>(
  'claim_job',
  `with relaxed as materialized (select set_config('synchronous_commit', 'off', true))
   update job set state = 'running', attempts = attempts + 1, started_at = coalesce(started_at, now()),
     lease_token = gen_random_uuid(), lease_until = now() + $2 * interval '1 millisecond'
   from relaxed
   where id = $1 and state = 'queued' and available_at <= now()
   returning ${CLAIMED_COLUMNS}`,
);

const RENEW_LEASE = prepareStatement<Pick<Job, 'id'>>(
  'renew_job_lease',
  `update job set lease_until = now() + $3 * interval '1 millisecond' where id = $1 and lease_token = $2 returning id`,
);

const LOCK_HELD_JOB = prepareStatement<object>(
  'lock_held_job',
  'select 1 from job where id = $1 and lease_token = $2 for update',
);

const WRITE_PROGRESS = prepareStatement<object>(
  'write_job_progress',
  `with held as (
     update job set progress = $4::jsonb, lease_until = now() + $3 * interval '1 millisecond'
     where id = $1 and lease_token = $2 returning id
   )
   select pg_notify('${JOB_CHANNEL}', id::text) from held`,
);

const COMPLETE_JOB = prepareStatement<object>(
  'complete_job',
  `with ended as (
     update job set state = 'completed', result = $3::json, finished_at = now(), lease_token = null, lease_until = null
     where id = $1 and lease_token = $2 returning id
   )
   select pg_notify('${JOB_CHANNEL}', id::text) from ended`,
);

/**
 * Takes a queued job for one delivery. The commit doesn't wait for the disk: a server that crashes right after forgets the
 * claim, whose holder then fails at its fence. @returns undefined if it is held, has ended, or must wait for its time.
 */
export async function claimJob(sql: SqlRunner, jobId: number, leaseMs: number): Promise<ClaimedJob | undefined> {
  const [job] = await sql.query(CLAIM_JOB, [jobId, leaseMs]);
  return job;
}

/** @returns whether the lease still held. */
export async function renewLease(sql: SqlRunner, job: ClaimedJob, leaseMs: number): Promise<boolean> {
  const rows = await sql.query(RENEW_LEASE, [job.id, job.leaseToken, leaseMs]);
  return rows.length > 0;
}

/** Renews a lease whose job is locked, from this moment on and not from the begin of the transaction. */
export async function extendLease(tx: Transaction, job: ClaimedJob, leaseMs: number): Promise<void> {
  await tx.query(
    `update job set lease_until = clock_timestamp() + $3 * interval '1 millisecond' where id = $1 and lease_token = $2`,
    [job.id, job.leaseToken, leaseMs],
  );
}

/** Locks the job of a lease until the transaction ends. @returns whether the lease still held. */
export async function lockHeldJob(tx: Transaction, job: ClaimedJob): Promise<boolean> {
  const rows = await tx.query(LOCK_HELD_JOB, [job.id, job.leaseToken]);
  return rows.length > 0;
}

/**
 * Locks a job whose worker sent no heartbeat for longer than its lease, if there is one. A job that is none of `known`
 * belongs to a newer build, whose workers know how often it may crash: it is left to them for `unknownTimeoutMs`.
 */
export async function lockAbandonedJob(
  tx: Transaction,
  known: readonly string[],
  unknownTimeoutMs: number,
): Promise<ClaimedJob | undefined> {
  const [job] = await tx.query<ClaimedJob>(
    `select ${CLAIMED_COLUMNS} from job where state = 'running' and lease_until < now()
       and (name = any($1::text[]) or lease_until < now() - $2 * interval '1 millisecond')
     order by id limit 1 for update skip locked`,
    [known, unknownTimeoutMs],
  );
  return job;
}

/** Sets progress and renews the lease. @returns whether the lease still held. */
export async function writeProgress(
  sql: SqlRunner,
  job: ClaimedJob,
  leaseMs: number,
  progress: JsonValue,
): Promise<boolean> {
  const rows = await sql.query(WRITE_PROGRESS, [job.id, job.leaseToken, leaseMs, JSON.stringify(progress)]);
  return rows.length > 0;
}

/** Ends the job of a lease. @returns whether the lease still held. */
export async function completeJob(sql: SqlRunner, job: ClaimedJob, result: JsonValue): Promise<boolean> {
  const rows = await sql.query(COMPLETE_JOB, [job.id, job.leaseToken, JSON.stringify(result)]);
  return rows.length > 0;
}

/** Ends a job that is locked. */
export async function failJob(tx: Transaction, job: ClaimedJob, error: JobError, crashed: boolean): Promise<void> {
  await tx.query(
    `with ended as (
       update job set state = 'failed', error = $2::jsonb, crashes = crashes + $3, finished_at = now(),
         lease_token = null, lease_until = null
       where id = $1 returning id
     )
     select pg_notify('${JOB_CHANNEL}', id::text) from ended`,
    [job.id, JSON.stringify(error), crashed ? 1 : 0],
  );
}

export type RequeueReason = 'error' | 'crash' | 'handed_back';

/** Queues a held job again with a new outbox row. An attempt that was handed back doesn't count. */
export async function requeueJob(
  sql: SqlRunner,
  job: ClaimedJob,
  reason: RequeueReason,
  delayMs: number,
): Promise<boolean> {
  const rows = await sql.query(
    `with back as (
       update job set state = 'queued', attempts = attempts - $4, crashes = crashes + $5,
         available_at = now() + $3 * interval '1 millisecond', lease_token = null, lease_until = null,
         outbox_id = null, published_at = null
       where id = $1 and lease_token = $2 returning id, queue, available_at
     ), wake_up as (
       insert into job_outbox (job_id, queue, available_at) select id, queue, available_at from back
     )
     select pg_notify('${JOB_CHANNEL}', id::text) from back`,
    [job.id, job.leaseToken, delayMs, reason === 'handed_back' ? 1 : 0, reason === 'crash' ? 1 : 0],
  );
  return rows.length > 0;
}

/** Gives a wake-up back that this process took from the queue and can't run. */
export async function returnWakeUp(sql: SqlRunner, jobId: number): Promise<void> {
  await sql.query(
    `insert into job_outbox (job_id, queue) select id, queue from job where id = $1 and state = 'queued'`,
    [jobId],
  );
}

/** A job that failed, whose business row does not know it yet. */
export interface FailedJob extends ClaimedJob {
  error: JobError;
}

/** Has the failure reported to the handler again, a while from now: later, the longer it has not worked. */
export async function scheduleFailureReport(tx: Transaction, jobId: number): Promise<void> {
  await tx.query(
    `update job set failure_due_at = now() + greatest(interval '5 seconds', least(now() - finished_at, interval '5 minutes'))
     where id = $1`,
    [jobId],
  );
}

/**
 * Locks a failed job whose failure is due to be reported to its handler again, if there is one. If the same work (by its dedupe key) is in flight
 * again, that job has the business row now, and the failure is no longer reported.
 */
export async function lockUnreportedFailure(tx: Transaction, known: readonly string[]): Promise<FailedJob | undefined> {
  await tx.query(`update job set failure_due_at = null where failure_due_at <= now() and exists
       (select from job later where later.dedupe_key = job.dedupe_key and later.state in ('queued', 'running'))`);
  const [job] = await tx.query<FailedJob>(
    `select ${CLAIMED_COLUMNS}, error from job where failure_due_at <= now() and name = any($1::text[])
     order by id limit 1 for update skip locked`,
    [known],
  );
  return job;
}

export async function clearFailureReport(tx: Transaction, jobId: number): Promise<void> {
  await tx.query('update job set failure_due_at = null where id = $1', [jobId]);
}
