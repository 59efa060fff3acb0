import type { SqlRunner } from '#lib/database';

/**
 * After a restored backup: every job that had not ended is queued, held by nobody, and has a wake-up of its own. An attempt that
 * ran when the backup was made doesn't count. @returns how many there are.
 */
export async function queueUnfinishedAgain(sql: SqlRunner): Promise<number> {
  const rows = await sql.query(
    `with back as (
       update job set attempts = attempts - case when state = 'running' then 1 else 0 end, state = 'queued',
         lease_token = null, lease_until = null, outbox_id = null, published_at = null
       where state in ('queued', 'running') returning id, queue, available_at
     )
     insert into job_outbox (job_id, queue, available_at) select id, queue, available_at from back order by id
     returning id`,
  );
  return rows.length;
}
