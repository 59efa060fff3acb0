import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';

/** Data versions that are kept: those that a process may have bars of in memory. */
const KEPT_VERSIONS = 400;

/** Notes which bars the market's present data version changed. @param firstDay The first day with such a bar; null: none. */
export async function noteBarChange(tx: SqlRunner, firstDay: CalendarDay | null): Promise<void> {
  await tx.query(
    `insert into bar_change (data_version, first_day) select data_version, $1::date from market_state
     on conflict (data_version) do update set first_day = excluded.first_day, change_id = gen_random_uuid()`,
    [firstDay],
  );
  await tx.query('delete from bar_change where data_version <= (select data_version from market_state) - $1', [
    KEPT_VERSIONS,
  ]);
}

export interface BarVersion {
  readonly dataVersion: number;
  /** Names the version; null where nothing was noted of it. */
  readonly changeId: string | null;
}

/** The market's present version. */
export async function selectBarVersion(db: SqlRunner): Promise<BarVersion> {
  const [version] = await db.query<BarVersion>(
    `select s.data_version as "dataVersion", c.change_id as "changeId"
     from market_state s left join bar_change c on c.data_version = s.data_version`,
  );
  if (version === undefined) throw new Error('market_state has no row');
  return version;
}

/**
 * The first day with a bar that is new or other than at an earlier version; null where no bar is.
 * @returns undefined where that is not known: another market, or a version that is no longer noted.
 */
export async function selectFirstChangedDay(
  db: SqlRunner,
  { dataVersion, changeId }: BarVersion,
): Promise<CalendarDay | null | undefined> {
  const [row] = await db.query<{ isKnown: boolean; firstDay: CalendarDay | null }>(
    `select exists (select from bar_change where data_version = $1 and change_id = $2)
         and count(c.data_version) = max(s.data_version) - $1 as "isKnown",
       min(c.first_day) as "firstDay"
     from market_state s left join bar_change c on c.data_version > $1 and c.data_version <= s.data_version`,
    [dataVersion, changeId],
  );
  return row?.isKnown === true ? row.firstDay : undefined;
}
