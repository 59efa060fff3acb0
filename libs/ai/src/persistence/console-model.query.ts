import { type SqlRunner, type Transaction, type Wire, wireColumnsOf } from '#lib/database';
import { ConsoleModel } from './console-model.entity';

const LISTED = ['name', 'enabled', 'settings', 'updatedAt'] as const;

/** A model of the console as it is stored. */
export interface StoredModel extends Wire<Pick<ConsoleModel, (typeof LISTED)[number]>> {
  /** The user who wrote it last; null if none did. */
  updatedBy: string | null;
}

/** In the order in which they count. */
export async function selectConsoleModels(db: SqlRunner): Promise<StoredModel[]> {
  return db.query<StoredModel>(
    `select ${wireColumnsOf(ConsoleModel, 'm', LISTED)}, u.username as "updatedBy"
     from ai_model m left join app_user u on u.id = m.updated_by order by m.position, m.name`,
  );
}

/** The names in their order. No other transaction writes to the list until this one ends. */
export async function lockConsoleModels(tx: Transaction): Promise<string[]> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('ai_model', 0))`);
  const models = tx.repository(ConsoleModel);
  const rows = await models.find({ select: { name: true }, order: { position: 'asc', name: 'asc' } });
  return rows.map(({ name }) => name);
}

export async function putConsoleModel(
  tx: Transaction,
  model: Pick<ConsoleModel, 'name' | 'enabled' | 'settings'> & { updatedBy: number },
): Promise<void> {
  await tx.query(
    `insert into ai_model (name, position, enabled, settings, updated_by) values ($1, 0, $2, $3, $4)
     on conflict (name) do update set enabled = excluded.enabled, settings = excluded.settings,
       updated_by = excluded.updated_by, updated_at = now()`,
    [model.name, model.enabled, JSON.stringify(model.settings), model.updatedBy],
  );
}

export async function orderConsoleModels(tx: Transaction, names: readonly string[]): Promise<void> {
  await tx.query(
    `update ai_model m set position = o.position
     from unnest($1::text[]) with ordinality as o (name, position) where m.name = o.name`,
    [names],
  );
}

/** @returns whether it was there. */
export async function deleteConsoleModel(tx: Transaction, name: string): Promise<boolean> {
  return (await tx.repository(ConsoleModel).delete({ name })).affected === 1;
}
