import type { Client } from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { type SqlRunner, STAGING_SCHEMA } from '#lib/database';
import type { SeoKind } from '../domain/import-kind';
import { stagingColumns } from './merge-tables';

/** A staging table of one delivery of an import. */
export interface StagedTable {
  /** With its schema, as SQL takes it. */
  readonly name: string;
  readonly importId: number;
  readonly attempt: number;
}

/** @returns its name, with the schema. */
export async function createStagingTable(
  sql: SqlRunner,
  kind: SeoKind,
  importId: number,
  attempt: number,
): Promise<string> {
  const name = `${STAGING_SCHEMA}.seo_import_${importId}_${attempt}`;
  const columns = stagingColumns(kind).map((column) => `${column.name} ${column.type}`);
  await sql.query(
    `create unlogged table ${name} (key text collate "C" not null, line bigint not null, ${columns.join(', ')})`,
  );
  return name;
}

/** Begins a COPY into a staging table; until it ends, the connection takes no other statement. */
export function copyIntoStagingTable(client: Client, name: string): CopyStreamQuery {
  return client.query(copyFrom(`copy ${name} from stdin`));
}

/** Makes the rows readable in the order of their keys. */
export async function indexStagingTable(sql: SqlRunner, name: string): Promise<void> {
  await sql.query(`set maintenance_work_mem = '256MB'`);
  await sql.query(`create index on ${name} (key, line desc)`);
  await sql.query(`analyze ${name}`);
}

/** All staging tables. Builds before the staging schema created theirs, named `seo_staging_…`, in `public`. */
export async function listStagingTables(sql: SqlRunner): Promise<StagedTable[]> {
  const rows = await sql.query<{ schema: string; name: string }>(
    `select relnamespace::regnamespace::text as schema, relname::text as name from pg_class
     where relkind = 'r' and relpersistence = 'u' and relnamespace in (select oid from pg_namespace where nspname in ($1, 'public'))
       and relname like 'seo\\_%'`,
    [STAGING_SCHEMA],
  );
  return rows.flatMap(({ schema, name }) => {
    const [, importId, attempt] = /^seo_(?:import|staging)_(\d+)_(\d+)$/.exec(name) ?? [];
    if (importId === undefined) return [];
    return [{ name: `${schema}.${name}`, importId: Number(importId), attempt: Number(attempt) }];
  });
}

/** Those of the imports that a job still works on, or will. */
export async function selectImportsInFlight(sql: SqlRunner, importIds: readonly number[]): Promise<Set<number>> {
  const rows = await sql.query<{ id: number }>(
    `select i.id from seo_import i join job j on j.id = i.job_id
     where i.id = any($1) and i.status = 'pending' and j.state in ('queued', 'running')`,
    [importIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Drops tables; one that another session still reads or writes is left. */
export async function dropTables(sql: SqlRunner, tables: readonly StagedTable[]): Promise<void> {
  for (const { name } of tables) {
    await sql.query(`set lock_timeout = '1s'`);
    await sql.query(`drop table if exists ${name}`).catch(() => undefined);
    await sql.query('set lock_timeout = 0');
  }
}
