import type { SqlRunner } from '#lib/database';
import type { WorkerStats } from '../domain/worker-stats';

export interface QueueStats {
  queued: number;
  running: number;
  failedLastDay: number;
  outbox: number;
  /** Age in seconds of the oldest job that could run and doesn't; 0 if there is none. */
  oldestQueuedSeconds: number;
  oldestOutboxSeconds: number;
  liveWorkers: number;
  /** Running jobs whose lease has run out and that nobody has taken back yet. */
  expiredLeases: number;
  /** Of queues with a job in flight. */
  queues: { queue: string; queued: number; running: number; oldestQueuedSeconds: number }[];
  /** By job name, of the jobs that ended in the last day or are in flight; only names with either. */
  troubles: { name: string; failed: number; crashes: number }[];
  /** Live workers, one entry each. */
  workers: ({ workerId: string } & Partial<WorkerStats>)[];
}

/** All statistics of the queue in one statement. It reads jobs in flight and those that ended in the last day, by their indexes. */
export async function selectQueueStats(database: SqlRunner, workerLostAfterMs: number): Promise<QueueStats> {
  const [stats] = await database.query<QueueStats>(
    `with unfinished as materialized (
       select name, queue, state, crashes, lease_until < now() as expired,
         case when state = 'queued' and available_at <= now() then extract(epoch from now() - available_at) end as waits
       from job where state in ('queued', 'running')
     ), recent as materialized (
       select name, state, crashes from job where finished_at > now() - interval '1 day'
     ), by_queue as (
       select queue, count(*) filter (where state = 'queued') as queued,
         count(*) filter (where state = 'running') as running,
         coalesce(max(waits), 0)::float8 as "oldestQueuedSeconds"
       from unfinished group by queue order by queue
     ), trouble as (
       select name, count(*) filter (where state = 'failed') as failed, sum(crashes) as crashes
       from (select name, state, crashes from recent union all select name, state, crashes from unfinished) job
       group by name having count(*) filter (where state = 'failed') > 0 or sum(crashes) > 0 order by name
     ), worker as (
       select worker_id as "workerId", figures from worker_heartbeat
       where seen_at > now() - $1 * interval '1 millisecond' order by started_at
     )
     select
       (select count(*) from unfinished where state = 'queued') as queued,
       (select count(*) from unfinished where state = 'running') as running,
       (select count(*) from recent where state = 'failed') as "failedLastDay",
       (select count(*) from job_outbox) as outbox,
       (select coalesce(max(waits), 0)::float8 from unfinished) as "oldestQueuedSeconds",
       (select coalesce(extract(epoch from now() - min(available_at)), 0)::float8
        from job_outbox where available_at <= now()) as "oldestOutboxSeconds",
       (select count(*) from worker) as "liveWorkers",
       (select count(*) from unfinished where expired) as "expiredLeases",
       (select coalesce(json_agg(by_queue), '[]') from by_queue) as queues,
       (select coalesce(json_agg(trouble), '[]') from trouble) as troubles,
       (select coalesce(json_agg(jsonb_build_object('workerId', "workerId") || figures), '[]') from worker) as workers`,
    [workerLostAfterMs],
  );
  if (stats === undefined) throw new Error('the statistics query gave no row');
  return stats;
}
