import { columnNamesOf, type Transaction } from '#lib/database';
import type { PositionColumns, PositionRow } from '../domain/positions-table';
import { Position } from './position.entity';

// Type aliases, not interfaces: only they are assignable to JsonValue.
export type PositionState = { quantity: number; avgCost: number | null; openedAt: string | null };

/** A position before and after an import; null where there was none, or is none. */
export type PositionChange = {
  code: string;
  stockName: string | null;
  before: PositionState | null;
  after: PositionState | null;
};

interface Changes {
  changes: PositionChange[];
}

export interface UpsertCounts extends Changes {
  created: number;
  updated: number;
  unchanged: number;
}

/** So many changes of one import are told; the others are counted. */
export const MOST_CHANGES = 500;

const WRITTEN = columnNamesOf(Position, ['userId', 'code', 'quantity', 'avgCost', 'openedAt']);

const state = (row: string): string =>
  `json_build_object('quantity', ${row}.quantity, 'avgCost', ${row}.avg_cost, 'openedAt', ${row}.opened_at)`;

/** What the file gives, with what is stored where it has no such column. */
const GIVEN = `given as (
    select g.code, g.quantity, case when $6 then g.avg_cost else p.avg_cost end as avg_cost,
      case when $7 then g.opened_at else p.opened_at end as opened_at,
      p.code is null as is_new,
      p.code is not null and (p.quantity, p.avg_cost, p.opened_at) is distinct from (g.quantity,
        case when $6 then g.avg_cost else p.avg_cost end, case when $7 then g.opened_at else p.opened_at end) as is_changed,
      case when p.code is not null then ${state('p')} end as before
    from unnest($2::text[], $3::float8[], $4::float8[], $5::date[]) as g(code, quantity, avg_cost, opened_at)
    left join position p on p.user_id = $1 and p.code = g.code
  )`;

/**
 * Upserts a user's positions, with distinct codes, in code order; `dryRun` only counts. The caller has the lock of the
 * list, so that what is counted is what is written.
 */
export async function upsertPositions(
  tx: Transaction,
  userId: number,
  rows: readonly PositionRow[],
  columns: PositionColumns,
  dryRun: boolean,
): Promise<UpsertCounts> {
  const sorted = [...rows].sort((a, b) => (a.code < b.code ? -1 : 1));
  const write = `written as (
    insert into position (${WRITTEN})
    select $1, code, quantity, avg_cost, opened_at from given where is_new or is_changed order by code
    on conflict (user_id, code) do update set quantity = excluded.quantity, avg_cost = excluded.avg_cost,
      opened_at = excluded.opened_at, updated_at = now()
  )`;
  const [counts] = await tx.query<UpsertCounts>(
    `with ${[GIVEN, ...(dryRun ? [] : [write])].join(', ')}
     select count(*) filter (where is_new) as created, count(*) filter (where is_changed) as updated,
       count(*) filter (where not is_new and not is_changed) as unchanged, array(
         select json_build_object('code', c.code, 'stockName', s.name, 'before', c.before, 'after', ${state('c')})
         from given c left join stock s on s.code = c.code where c.is_new or c.is_changed
         order by c.code limit ${MOST_CHANGES}
       ) as changes
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

/** Removes a user's positions but those of `kept`; `dryRun` only reports which. */
export async function removePositions(
  tx: Transaction,
  userId: number,
  kept: readonly string[],
  dryRun: boolean,
): Promise<Changes & { removed: number }> {
  const source = dryRun
    ? `select p.* from position p where p.user_id = $1 and p.code <> all($2)`
    : `delete from position p where p.user_id = $1 and p.code <> all($2) returning p.*`;
  const [found] = await tx.query<Changes & { removed: number }>(
    `with gone as (${source})
     select (select count(*) from gone) as removed, array(
       select json_build_object('code', g.code, 'stockName', s.name, 'before', ${state('g')}, 'after', null)
       from gone g left join stock s on s.code = g.code order by g.code limit ${MOST_CHANGES}
     ) as changes`,
    [userId, kept],
  );
  return found ?? { removed: 0, changes: [] };
}
