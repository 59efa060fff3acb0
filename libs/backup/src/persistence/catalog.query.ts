import type { SqlRunner } from '#lib/database';
import { quoteName } from './copy.query';
import type { Reference } from '../domain/dependency-order';

/** TypeORM's own list of what was migrated. */
export const MIGRATION_TABLE = 'migration';

/** The tables of the schema `public` with the columns that can be written, in the order of the table. */
export async function readTables(sql: SqlRunner): Promise<Map<string, string[]>> {
  const rows = await sql.query<{ name: string; columns: string[] }>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> $1 and a.attgenerated = ''
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by c.relname order by c.relname`,
    [MIGRATION_TABLE],
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** Which table's rows name which other's. */
export async function readReferences(sql: SqlRunner): Promise<Reference[]> {
  return sql.query<Reference>(
    `select distinct f.relname::text as "from", t.relname::text as "to"
     from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace`,
  );
}

/** The columns of `tables` that count themselves, with the sequence behind each. */
export async function readIdentities(
  sql: SqlRunner,
  tables: readonly string[],
): Promise<{ table: string; column: string; sequence: string; next: number }[]> {
  const columns = await sql.query<{ table: string; column: string; sequence: string }>(
    `select c.relname::text as "table", a.attname::text as "column",
       pg_get_serial_sequence(format('%I.%I', 'public', c.relname), a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any($1) order by 1, 2`,
    [tables],
  );
  const identities: { table: string; column: string; sequence: string; next: number }[] = [];
  for (const column of columns) {
    // The name comes quoted from the server.
    const [state] = await sql.query<{ next: number }>(
      `select case when is_called then last_value + 1 else last_value end as next from ${column.sequence}`,
    );
    identities.push({ ...column, next: state?.next ?? 1 });
  }
  return identities;
}

export async function countRows(sql: SqlRunner, table: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(`select count(*) as count from public.${quoteName(table)}`);
  return row?.count ?? 0;
}

/** The names of the migrations that the database has had, in their order. */
export async function readMigrations(sql: SqlRunner): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(`select name from ${MIGRATION_TABLE} order by id`);
  return rows.map(({ name }) => name);
}
