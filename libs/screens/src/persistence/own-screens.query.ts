import { insertOf, type SqlRunner, type Transaction } from '#lib/database';
import type { ScreenFilters } from '../domain/screen-filters';
import { OwnScreenVersion } from './own-screen-version.entity';
import { OwnScreen } from './own-screen.entity';

/** A user's screen at a version. */
export interface OwnScreenRow {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly ownerId: number;
  readonly version: number;
  readonly latestVersion: number;
  readonly formula: string;
  readonly filters: Partial<ScreenFilters>;
}

const SELECT = `
  select s.id, s.name, s.description, s.owner_id as "ownerId", v.version, s.version as "latestVersion", v.formula, v.filters
  from own_screen s`;

/** All of them at their newest versions, by name. */
export function selectOwnScreens(db: SqlRunner): Promise<OwnScreenRow[]> {
  return db.query<OwnScreenRow>(
    `${SELECT} join own_screen_version v on v.screen_id = s.id and v.version = s.version order by s.name, s.id`,
  );
}

/** One of them; undefined where it, or the version, does not exist. @param version Left out: the newest. */
export async function selectOwnScreen(db: SqlRunner, id: number, version?: number): Promise<OwnScreenRow | undefined> {
  const [row] = await db.query<OwnScreenRow>(
    `${SELECT} join own_screen_version v on v.screen_id = s.id and v.version = coalesce($2::integer, s.version)
     where s.id = $1`,
    [id, version ?? null],
  );
  return row;
}

/** As {@link selectOwnScreen} at its newest version, and locks it until the end of the transaction. */
export async function lockOwnScreen(tx: Transaction, id: number): Promise<OwnScreenRow | undefined> {
  await tx.query('select from own_screen where id = $1 for update', [id]);
  return selectOwnScreen(tx, id);
}

/** Keeps a screen until the end of the transaction. @returns false where there is none. */
export async function holdOwnScreen(tx: Transaction, id: number): Promise<boolean> {
  const rows = await tx.query('select id from own_screen where id = $1 for key share', [id]);
  return rows.length > 0;
}

export async function countOwnScreens(tx: Transaction, ownerId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::integer as count from own_screen where owner_id = $1',
    [ownerId],
  );
  return row?.count ?? 0;
}

export async function insertOwnScreen(
  tx: Transaction,
  screen: Pick<OwnScreen, 'name' | 'description' | 'ownerId'>,
): Promise<number> {
  const { text, parameters } = insertOf(OwnScreen, screen);
  const [row] = await tx.query<{ id: number }>(`${text} returning id`, parameters);
  if (row === undefined) throw new Error('a screen was not inserted');
  return row.id;
}

export async function updateOwnScreen(
  tx: Transaction,
  { id, name, description, version }: Pick<OwnScreen, 'id' | 'name' | 'description' | 'version'>,
): Promise<void> {
  await tx.query(
    'update own_screen set name = $2, description = $3, version = $4, updated_at = clock_timestamp() where id = $1',
    [id, name, description, version],
  );
}

export async function insertOwnScreenVersion(
  tx: Transaction,
  version: Pick<OwnScreenVersion, 'screenId' | 'version' | 'formula' | 'filters'>,
): Promise<void> {
  const { text, parameters } = insertOf(OwnScreenVersion, version);
  await tx.query(text, parameters);
}

/** A study or an alert that names the screen; undefined: none does. */
export async function findScreenUse(
  tx: Transaction,
  id: number,
): Promise<{ kind: 'study' | 'alert'; id: number } | undefined> {
  const [use] = await tx.query<{ kind: 'study' | 'alert'; id: number }>(
    `select kind, id from (
       select 'study' as kind, id from study where screen_id = $1
       union all
       select 'alert', id from notification_rule where event = 'screen.matched' and conditions ->> 'screen' = $1
     ) uses order by kind desc, id limit 1`,
    [`own_${String(id)}`],
  );
  return use;
}

export async function deleteOwnScreen(tx: Transaction, id: number): Promise<void> {
  await tx.query('delete from own_screen where id = $1', [id]);
}
