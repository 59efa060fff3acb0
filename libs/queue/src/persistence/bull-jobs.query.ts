import type { Pool } from 'pg';

/** Whether the tables of BullMQ's store exist. */
export async function hasBullTables(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ present: boolean }>(`select to_regclass('bullmq.job') is not null as present`);
  return rows[0]?.present === true;
}

export async function pingStore(pool: Pool): Promise<void> {
  await pool.query('select 1');
}

/** Which of the ids are BullMQ jobs of a queue. */
export async function selectPresentIds(pool: Pool, queue: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('select id from job where queue = $1 and id = any($2::text[])', [
    queue,
    ids,
  ]);
  return rows.map(({ id }) => id);
}
