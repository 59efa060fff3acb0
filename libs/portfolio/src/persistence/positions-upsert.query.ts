import { columnNamesOf, type Transaction } from '#lib/database';
import type { PositionColumns, PositionRow } from '../domain/positions-table';
import { Position } from './position.entity';

export interface UpsertCounts {
  created: number;
  updated: number;
  unchanged: number;
}

const WRITTEN = columnNamesOf(Position, ['userId', 'code', 'quantity', 'avgCost', 'openedAt']);

/** What the file gives, with what is stored where it has no such column. */
const GIVEN = `given as (
    select g.code, g.quantity, case when $6 then g.avg_cost else p.avg_cost end as avg_cost,
      case when $7 then g.opened_at else p.opened_at end as opened_at,
      p.code is null as is_new,
      p.code is not null and (p.quantity, p.avg_cost, p.opened_at) is distinct from (g.quantity,
        case when $6 then g.avg_cost else p.avg_cost end, case when $7 then g.opened_at else p.opened_at end) as is_changed
    from unnest($2::text[], $3::float8[], $4::float8[], $5::date[]) as g(code, quantity, avg_cost, opened_at)
    left join position p on p.user_id = $1 and p.code = g.code
  )`;

/** Upserts a user's positions, with distinct codes, in code order; `dryRun` only counts. */
export async function upsertPositions(
  tx: Transaction,
  userId: number,
  rows: readonly PositionRow[],
  columns: PositionColumns,
  dryRun: boolean,
): Promise<UpsertCounts> {
  const sorted = [...rows].sort((a, b) => (a.code < b.code ? -1 : 1));
  // Another import of the same user waits here, so that what is counted is what is written.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('positions:' || $1::text, 0))`, [userId]);
  const write = `written as (
    insert into position (${WRITTEN})
    select $1, code, quantity, avg_cost, opened_at from given where is_new or is_changed order by code
    on conflict (user_id, code) do update set quantity = excluded.quantity, avg_cost = excluded.avg_cost,
      opened_at = excluded.opened_at, updated_at = now()
  )`;
  const [counts] = await tx.query<UpsertCounts>(
    `with ${[GIVEN, ...(dryRun ? [] : [write])].join(', ')}
     select count(*) filter (where is_new) as created, count(*) filter (where is_changed) as updated,
       count(*) filter (where not is_new and not is_changed) as unchanged
     from given`,
    [
      userId,
      sorted.map((row) => row.code),
      sorted.map((row) => row.quantity),
      sorted.map((row) => row.avgCost),
      sorted.map((row) => row.openedAt),
      columns.avgCost !== undefined,
      columns.openedAt !== undefined,
    ],
  );
  if (counts === undefined) throw new Error('the upsert gave no counts');
  return counts;
}
