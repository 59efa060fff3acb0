import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { SnapshotComparison } from '../domain/compare-snapshot';

const WORST = 10;

/** Stores how a day compared with its snapshot. */
export async function storeSnapshotCheck(
  db: SqlRunner,
  day: CalendarDay,
  { compared, differences }: SnapshotComparison,
): Promise<void> {
  const differing = new Set(differences.map(({ code }) => code)).size;
  await db.query(
    `insert into tdx_snapshot_check (trade_date, compared, differences, worst) values ($1, $2, $3, $4::jsonb)
     on conflict (trade_date) do update
       set compared = excluded.compared, differences = excluded.differences, worst = excluded.worst`,
    [day, compared, differing, JSON.stringify(differences.slice(0, WORST))],
  );
}

/** The newest day that was compared. */
export async function selectNewestCheck(
  db: SqlRunner,
): Promise<{ day: CalendarDay; compared: number; differences: number } | undefined> {
  const [row] = await db.query<{ day: CalendarDay; compared: number; differences: number }>(
    'select trade_date as day, compared, differences from tdx_snapshot_check order by trade_date desc limit 1',
  );
  return row;
}
