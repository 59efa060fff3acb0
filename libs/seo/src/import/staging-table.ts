import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Client } from 'pg';
import type { CopyStreamQuery } from 'pg-copy-streams';
import { type SqlRunner, createRunner } from '#lib/database';
import type { SeoKind } from '../domain/import-kind';
import {
  copyIntoStagingTable,
  createStagingTable,
  dropTables,
  indexStagingTable,
  listStagingTables,
  selectImportsInFlight,
} from '../persistence/staging-tables.query';

/**
 * The table in which a file's rows wait to be merged: an unlogged table of one delivery of the job, filled by COPY. Another delivery
 * creates its own, so that a worker that was presumed dead disturbs nobody.
 */
export class StagingTable {
  private constructor(
    readonly name: string,
    private readonly client: Client,
    private readonly copy: CopyStreamQuery,
  ) {}

  /** Creates the table; `client` takes no other statement until {@link finish}. Drops tables of earlier deliveries. */
  static async open(client: Client, kind: SeoKind, importId: number, attempt: number): Promise<StagingTable> {
    const sql = createRunner(client);
    await dropStagingTables(sql, importId, attempt);
    const name = await createStagingTable(sql, kind, importId, attempt);
    const copy = copyIntoStagingTable(client, name);
    // The failure is thrown by `write` and `finish`; without a listener it would end the process.
    copy.on('error', () => undefined);
    return new StagingTable(name, client, copy);
  }

  /** @param text whole lines in the COPY text form. Waits if the server is slower than this process. */
  async write(text: string): Promise<void> {
    if (this.copy.errored !== null) throw this.copy.errored;
    if (text !== '' && !this.copy.write(Buffer.from(text))) await once(this.copy, 'drain');
  }

  /** Ends the COPY, and makes the rows readable in the order of their keys. */
  async finish(): Promise<void> {
    this.copy.end();
    await finished(this.copy);
    await indexStagingTable(createRunner(this.client), this.name);
  }
}

/**
 * Drops what deliveries of an import up to `attempt` have staged, but nothing of a later one. A table that a frozen worker
 * still holds is left for the next delivery, or for {@link sweepStagingTables}.
 */
export async function dropStagingTables(sql: SqlRunner, importId: number, attempt: number): Promise<void> {
  const tables = await listStagingTables(sql);
  await dropTables(
    sql,
    tables.filter((table) => table.importId === importId && table.attempt <= attempt),
  );
}

/**
 * Drops the staging tables whose import is not in flight: a worker was killed after its import ended, or could not get the
 * lock. @returns how many tables there were to drop.
 */
export async function sweepStagingTables(sql: SqlRunner): Promise<number> {
  const tables = await listStagingTables(sql);
  const inFlight = await selectImportsInFlight(
    sql,
    tables.map(({ importId }) => importId),
  );
  const left = tables.filter(({ importId }) => !inFlight.has(importId));
  await dropTables(sql, left);
  return left.length;
}
