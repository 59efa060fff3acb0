import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Client } from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { type SqlRunner, STAGING_SCHEMA, runnerOf } from '#lib/database';
import type { SeoKind } from '../domain/import-kind';
import { stagingColumns } from './merge-tables';

/**
 * Where a file's rows wait to be merged: an unlogged table of one delivery of the job, filled by COPY. Another delivery
 * makes one of its own, so that a worker that was presumed dead disturbs nobody.
 */
export class StagingTable {
  private constructor(
    readonly name: string,
    private readonly client: Client,
    private readonly copy: CopyStreamQuery,
  ) {}

  /** Makes the table; `client` takes no other statement until {@link finish}. Tables of earlier deliveries go. */
  static async open(client: Client, kind: SeoKind, importId: number, attempt: number): Promise<StagingTable> {
    await dropStagingTables(runnerOf(client), importId, attempt);
    const name = tableOf(importId, attempt);
    const columns = stagingColumns(kind).map((column) => `${column.name} ${column.type}`);
    await client.query(
      `create unlogged table ${name} (key text collate "C" not null, line bigint not null, ${columns.join(', ')})`,
    );
    const copy = client.query(copyFrom(`copy ${name} from stdin`));
    // The failure is thrown by `write` and `finish`; without a listener it would end the process.
    copy.on('error', () => undefined);
    return new StagingTable(name, client, copy);
  }

  /** @param text whole lines in the COPY text form. Waits while the server is slower than we are. */
  async write(text: string): Promise<void> {
    if (this.copy.errored !== null) throw this.copy.errored;
    if (text !== '' && !this.copy.write(Buffer.from(text))) await once(this.copy, 'drain');
  }

  /** Ends the COPY, and makes the rows readable in the order of their keys. */
  async finish(): Promise<void> {
    this.copy.end();
    await finished(this.copy);
    await this.client.query(`set maintenance_work_mem = '256MB'`);
    await this.client.query(`create index on ${this.name} (key, line desc)`);
    await this.client.query(`analyze ${this.name}`);
  }
}

/**
 * Drops what deliveries of an import up to `attempt` have staged; a later one is not ours to touch. A table that a frozen
 * worker still holds is left for the next delivery, or for {@link sweepStagingTables}.
 */
export async function dropStagingTables(sql: SqlRunner, importId: number, attempt: number): Promise<void> {
  const tables = await stagingTables(sql);
  await drop(
    sql,
    tables.filter((table) => table.importId === importId && table.attempt <= attempt),
  );
}

/**
 * Drops the staging tables whose import is not in flight: a worker was killed behind its import's end, or could not get
 * the lock. @returns how many tables there were to drop.
 */
export async function sweepStagingTables(sql: SqlRunner): Promise<number> {
  const tables = await stagingTables(sql);
  const inFlight = await sql.query<{ id: number }>(
    `select i.id from seo_import i join job j on j.id = i.job_id
     where i.id = any($1) and i.status = 'pending' and j.state in ('queued', 'running')`,
    [tables.map(({ importId }) => importId)],
  );
  const kept = new Set(inFlight.map(({ id }) => id));
  const left = tables.filter(({ importId }) => !kept.has(importId));
  await drop(sql, left);
  return left.length;
}

interface StagedTable {
  /** With its schema, as SQL takes it. */
  readonly name: string;
  readonly importId: number;
  readonly attempt: number;
}

/** All that there are. Builds before the staging schema put theirs, named `seo_staging_…`, into `public`. */
async function stagingTables(sql: SqlRunner): Promise<StagedTable[]> {
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

async function drop(sql: SqlRunner, tables: readonly StagedTable[]): Promise<void> {
  for (const { name } of tables) {
    await sql.query(`set lock_timeout = '1s'`);
    await sql.query(`drop table if exists ${name}`).catch(() => undefined);
    await sql.query('set lock_timeout = 0');
  }
}

function tableOf(importId: number, attempt: number): string {
  return `${STAGING_SCHEMA}.seo_import_${importId}_${attempt}`;
}
