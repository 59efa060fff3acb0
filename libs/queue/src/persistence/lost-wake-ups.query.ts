import { columnsOf, type RowOf, type Transaction } from '#lib/database';
import { Job } from './job.entity';

const COLUMNS = columnsOf(Job, '', ['id', 'outboxId']);

export type WaitingJob = RowOf<typeof COLUMNS>;

/** Lets one process at a time look: all would find the same. */
const LOCK = 7_130_421;

/** Takes the lock of the search until the transaction ends. @returns false if another process has it. */
export async function lockWakeUpSearch(tx: Transaction): Promise<boolean> {
  const [lock] = await tx.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [LOCK]);
  return lock?.taken === true;
}

/** Queued jobs of a queue after `jobId`, which were published, or should have been, `afterMs` ago. */
export function selectWaitingJobs(
  tx: Transaction,
  queue: string,
  jobId: number,
  afterMs: number,
  limit: number,
): Promise<WaitingJob[]> {
  return tx.query<WaitingJob>(
    `select ${COLUMNS} from job
     where state = 'queued' and queue = $1 and id > $2 and available_at < now() - $3 * interval '1 millisecond'
       and (published_at is null or published_at < now() - $3 * interval '1 millisecond')
       and not exists (select from job_outbox where job_outbox.job_id = job.id)
     order by id limit ${limit}`,
    [queue, jobId, afterMs],
  );
}

/**
 * Writes outbox rows again, with the ids that they were published under: what the store has after all is not added twice.
 * @returns how many.
 */
export async function restoreOutbox(tx: Transaction, lost: readonly WaitingJob[]): Promise<number> {
  const rows = await tx.query(
    `with lost as (
       select id, queue, outbox_id from job
       join unnest($1::bigint[], $2::bigint[]) as seen (job_id, seen_outbox_id)
         on job.id = seen.job_id and job.outbox_id is not distinct from seen.seen_outbox_id
       where state = 'queued' and not exists (select from job_outbox where job_outbox.job_id = job.id)
       order by id for update of job skip locked
     )
     insert into job_outbox (id, job_id, queue)
     select coalesce(outbox_id, nextval(pg_get_serial_sequence('job_outbox', 'id'))), id, queue from lost
     on conflict (id) do nothing returning id`,
    [lost.map(({ id }) => id), lost.map(({ outboxId }) => outboxId)],
  );
  return rows.length;
}
