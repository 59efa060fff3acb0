import { prepareStatement, type SqlRunner } from '#lib/database';
import type { WorkerStats } from '../domain/worker-stats';

const BEAT = prepareStatement<object>(
  'beat_worker',
  `with forgotten as (delete from worker_heartbeat where seen_at < now() - interval '1 day')
   insert into worker_heartbeat (worker_id, queues, figures) values ($1, $2, $3::jsonb)
   on conflict (worker_id) do update set seen_at = now(), figures = excluded.figures`,
);

/** Writes that a worker drains its queues now, and forgets workers that have been silent for a day. */
export async function writeHeartbeat(
  sql: SqlRunner,
  workerId: string,
  queues: readonly string[],
  stats: WorkerStats,
): Promise<void> {
  await sql.query(BEAT, [workerId, queues, JSON.stringify(stats)]);
}

export async function deleteHeartbeat(sql: SqlRunner, workerId: string): Promise<void> {
  await sql.query('delete from worker_heartbeat where worker_id = $1', [workerId]);
}

/** The queues that a worker drains whose last heartbeat is younger than `lostAfterMs`. */
export async function selectDrainedQueues(sql: SqlRunner, lostAfterMs: number): Promise<Set<string>> {
  const rows = await sql.query<{ queue: string }>(
    `select distinct unnest(queues) as queue from worker_heartbeat where seen_at > now() - $1 * interval '1 millisecond'`,
    [lostAfterMs],
  );
  return new Set(rows.map((row) => row.queue));
}
