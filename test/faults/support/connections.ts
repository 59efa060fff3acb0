import type { Database } from '#lib/database';

/** Connections of our processes to the server, most of them first: `stock-cycle-worker 24, stock-cycle-queue 16 …`. */
export async function connectionsOf(database: Database): Promise<{ total: number; byName: string }> {
  const rows = await database.query<{ name: string; count: number }>(
    `select application_name as name, count(*)::int as count from pg_stat_activity
     where application_name like 'stock-cycle%' and datname = current_database() group by 1 order by 2 desc, 1`,
  );
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    byName: rows.map(({ name, count }) => `${name.replace('stock-cycle-', '')} ${count}`).join(', '),
  };
}
