import type { Client } from 'pg';
import { type Database, openLongConnection } from '#lib/database';
import { AppError, messageOf } from '#lib/kernel';
import type { BarSource } from '../domain/bar-source';

/** Advisory lock of everything that changes bars, whole database wide. */
const MARKET_LOCK = 0x5343_4d44;

export interface LoadSpec {
  source: 'files' | 'demo' | 'tushare';
  format: BarSource;
  path: string;
  /** Wait for another load to end, instead of failing at once. */
  waitForTurn: boolean;
  /** The import's row where it is there already, with a job that settles it. */
  importId?: number;
}

/** One change of the market under way: its own connection, which holds the lock, and its row in `market_import`. */
export interface MarketLoad {
  readonly client: Client;
  readonly importId: number;
  readonly source: LoadSpec['source'];
  /** Whom the load's bars come from. */
  readonly barSource: BarSource;
}

/**
 * Runs `work` as the only change of the market in this database. Whatever it throws is noted on the import's row, unless
 * that is a job's.
 * @throws AppError `import_running` where another load has the lock and `waitForTurn` is false; `import_ended` where the
 *   given import has ended while it waited.
 */
export async function withMarketLoad<T>(
  database: Database,
  spec: LoadSpec,
  work: (load: MarketLoad) => Promise<T>,
): Promise<T> {
  const client = await openLongConnection(database, `stock-cycle-load-${spec.source}`);
  try {
    await takeLock(client, spec.waitForTurn);
    const importId = await openImportRow(client, spec);
    try {
      return await work({ client, importId, source: spec.source, barSource: spec.format });
    } catch (error) {
      if (spec.importId === undefined) await noteFailure(database, importId, error);
      throw error;
    }
  } finally {
    // Ends the session, and with it the lock and the staging table, also in the middle of a COPY.
    await client.end().catch(() => undefined);
  }
}

async function takeLock(client: Client, wait: boolean): Promise<void> {
  if (wait) {
    await client.query('select pg_advisory_lock($1)', [MARKET_LOCK]);
    return;
  }
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [MARKET_LOCK]);
  if (rows[0]?.taken !== true) {
    throw AppError.conflict('import_running', 'another import changes the market now; wait until it has ended');
  }
}

async function openImportRow(client: Client, spec: LoadSpec): Promise<number> {
  // Under the lock no other load runs, so that a row that says so belongs to a process that died.
  await client.query(`
    update market_import set status = 'failed', finished_at = now(), error = 'the process ended before the import did'
    where status = 'running' and requested_by is null`);
  if (spec.importId !== undefined) return takeImportRow(client, spec.importId);
  const { rows } = await client.query<{ id: number }>(
    `insert into market_import (source, format, path, status) values ($1, $2, $3, 'running') returning id`,
    [spec.source, spec.format, spec.path],
  );
  if (rows[0] === undefined) throw new Error('an insert into market_import returned no row');
  return rows[0].id;
}

async function takeImportRow(client: Client, importId: number): Promise<number> {
  const { rowCount } = await client.query(
    `update market_import set status = 'running', started_at = now() where id = $1 and status in ('queued', 'running')`,
    [importId],
  );
  if (rowCount !== 1) throw new AppError('conflict', 'import_ended', `import ${importId} has ended already`);
  return importId;
}

async function noteFailure(database: Database, importId: number, error: unknown): Promise<void> {
  const reason = error instanceof AppError ? error.message : `unexpected: ${messageOf(error)}`;
  await database
    .query(`update market_import set status = 'failed', finished_at = now(), error = $2 where id = $1`, [
      importId,
      reason,
    ])
    // The failure that brought us here is the one to tell; a database that is gone can't note it.
    .catch(() => undefined);
}
