import type { Transaction } from '#lib/database';

/** An outbox row: a job that is to be published to its queue. */
export interface OutboxRow {
  outboxId: number;
  jobId: number;
  queue: string;
}

/** A commit that is lost means publishing again, which the claim absorbs: this one doesn't wait for the disk. */
export async function lockDueRows(tx: Transaction, limit: number): Promise<OutboxRow[]> {
  return tx.query<OutboxRow>(`with relaxed as materialized (select set_config('synchronous_commit', 'off', true))
     select id as "outboxId", job_id as "jobId", queue from relaxed, job_outbox
     where available_at <= now() order by id limit ${limit} for update of job_outbox skip locked`);
}

export async function removePublished(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.query(
    `with gone as (delete from job_outbox where id = any($1::bigint[]) returning id, job_id)
     update job set published_at = now(), outbox_id = gone.id from gone where job.id = gone.job_id and job.state = 'queued'`,
    [ids],
  );
}

export async function noteFailure(tx: Transaction, ids: readonly number[], message: string): Promise<void> {
  await tx.query(
    `update job_outbox set attempts = attempts + 1, last_error = left($2, 500) where id = any($1::bigint[])`,
    [ids, message.replaceAll('\u0000', '')],
  );
}
