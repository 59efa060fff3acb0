import type { SqlRunner } from '#lib/database';

export type SoftDeletedTable = 'seo_keyword' | 'seo_backlink';

/** @returns whether there was such a record to delete. */
export async function softDelete(sql: SqlRunner, table: SoftDeletedTable, id: number): Promise<boolean> {
  const rows = await sql.query(
    `update ${table} set deleted_at = now(), updated_at = now() where id = $1 and deleted_at is null returning id`,
    [id],
  );
  return rows.length > 0;
}

/** @returns whether there is such a record; one that was not deleted stays as it is. */
export async function restoreDeleted(sql: SqlRunner, table: SoftDeletedTable, id: number): Promise<boolean> {
  const rows = await sql.query(
    `with restored as (
       update ${table} set deleted_at = null, updated_at = now() where id = $1 and deleted_at is not null returning id
     )
     select id from restored union select id from ${table} where id = $1`,
    [id],
  );
  return rows.length > 0;
}
