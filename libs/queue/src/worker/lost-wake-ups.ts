import { columnsOf, type Database, type RowOf, type Transaction } from '#lib/database';
import type { QueueBackend } from '../backend/queue-backend';
import { Job } from '../persistence/job.entity';

/** Queued jobs of one queue that one pass asks the store about. */
const JOBS_PER_PASS = 2000;

/** Lets one process at a time look: all would ask the same. */
const LOCK = 7_130_421;

const COLUMNS = columnsOf(Job, '', ['id', 'outboxId']);

type WaitingJob = RowOf<typeof COLUMNS>;

/**
 * Finds the queued jobs whose wake-up the store has lost, and writes their outbox rows again. It asks the store what it still
 * has, so that a job which merely waits costs one look and no write. Each queue is walked by itself, in slices: a long one keeps
 * nobody from a lost wake-up of another.
 */
export class LostWakeUps {
  /** The last job that was looked at, by queue. */
  private readonly cursors = new Map<string, number>();

  /** @param afterMs a job that was published and not claimed for so long is looked at. */
  constructor(
    private readonly database: Database,
    private readonly backend: QueueBackend,
    private readonly queues: readonly string[],
    private readonly afterMs: number,
  ) {}

  /** @returns how many wake-ups were restored. @throws what the store says while it does not answer. */
  restore(): Promise<number> {
    return this.database.transaction(async (tx) => {
      const [lock] = await tx.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [LOCK]);
      if (lock?.taken !== true) return 0;
      let restored = 0;
      for (const queue of this.queues) restored += await this.restoreIn(tx, queue);
      return restored;
    });
  }

  private async restoreIn(tx: Transaction, queue: string): Promise<number> {
    const waiting = await this.waitingAfter(tx, queue, this.cursors.get(queue) ?? 0);
    this.cursors.set(queue, waiting.length < JOBS_PER_PASS ? 0 : (waiting.at(-1)?.id ?? 0));
    if (waiting.length === 0) return 0;
    const published = waiting.flatMap(({ outboxId }) => outboxId ?? []);
    const present = published.length === 0 ? new Set() : await this.backend.present(queue, published);
    const lost = waiting.filter(({ outboxId }) => outboxId === null || !present.has(outboxId));
    return lost.length === 0 ? 0 : restoreOutbox(tx, lost);
  }

  private waitingAfter(tx: Transaction, queue: string, jobId: number): Promise<WaitingJob[]> {
    return tx.query<WaitingJob>(
      `select ${COLUMNS} from job
       where state = 'queued' and queue = $1 and id > $2 and available_at < now() - $3 * interval '1 millisecond'
         and (published_at is null or published_at < now() - $3 * interval '1 millisecond')
         and not exists (select from job_outbox where job_outbox.job_id = job.id)
       order by id limit ${JOBS_PER_PASS}`,
      [queue, jobId, this.afterMs],
    );
  }
}

/** The rows have the ids that they were published under: what is in the store after all is not added twice. */
async function restoreOutbox(tx: Transaction, lost: readonly WaitingJob[]): Promise<number> {
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
