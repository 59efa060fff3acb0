import type { SqlRunner } from '#lib/database';

/** What a new user may do first, and whether it is done. */
export interface FirstSteps {
  /** A real market is there, or somebody has chosen the demo. */
  readonly market: boolean;
  /** The user has started a scan. */
  readonly scan: boolean;
  /** Somebody has written a record: records don't name their author. */
  readonly review: boolean;
  /** The user has chosen the password themselves. */
  readonly password: boolean;
}

/** In one query; cheap, because each part ends at its first row. */
export async function selectFirstSteps(db: SqlRunner, userId: number): Promise<FirstSteps> {
  const [row] = await db.query<FirstSteps>(
    `select exists (select from market_state where source not in ('none', 'demo'))
         or exists (select from audit_event where action = 'market.source_chosen') as market,
       exists (select from scan_run where started_by = $1) as scan,
       exists (select from daily_record where origin = 'manual' and deleted_at is null)
         or exists (select from weekly_record where origin = 'manual' and deleted_at is null) as review,
       exists (
         select from audit_event where action = 'user.password_changed' and subject_id = $1 and actor_id = $1
       ) as password`,
    [userId],
  );
  if (row === undefined) throw new Error('a query without a table returned no row');
  return row;
}
