import type { Client } from 'pg';
import type { MarketSource } from '#lib/config';
import { type Database, openLongConnection } from '#lib/database';
import { AppError, messageOf } from '#lib/kernel';
import type { BarSource } from '../domain/bar-source';
import { MarketImport } from '../persistence/market-import.entity';
import { failDeadImports, insertRunningImport, startImport } from '../persistence/market-load.query';
import { LoadHeartbeat } from './load-heartbeat';
import { dropSharedStaging, SORTER_NAME } from '../persistence/bar-staging';
import { takeMarketLock, type TurnRequest } from '../persistence/market-lock.query';
import { dropNextBars } from '../persistence/next-bars.query';

export interface LoadSpec extends TurnRequest {
  source: MarketSource;
  format: BarSource;
  path: string;
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
  /** Aborted where nobody wants the load any more. Its connection is closed then, so that a running statement ends. */
  readonly signal: AbortSignal | undefined;
  /** Opens another connection, to be ended before the load is. */
  openSorter(): Promise<Client>;
}

/**
 * Runs `work` as the only change of the market in this database. Whatever it throws is noted on the import's row, unless
 * that is a job's.
 * @throws AppError `import_running` where another load has the lock and `waitForTurn` is false; `import_ended` where the
 *   given import has ended while it waited; the signal's reason.
 */
export async function withMarketLoad<T>(
  database: Database,
  spec: LoadSpec,
  work: (load: MarketLoad) => Promise<T>,
): Promise<T> {
  const client = await openLongConnection(database, `stock-cycle-load-${spec.source}`);
  const close = (): void => void client.end().catch(() => undefined);
  spec.signal?.addEventListener('abort', close);
  try {
    await takeMarketLock(client, spec);
    const importId = await openImport(client, spec);
    const heartbeat = new LoadHeartbeat(database, importId);
    try {
      // What a load that died had made.
      await dropNextBars(client);
      await dropSharedStaging(client);
      const { source, format: barSource, signal } = spec;
      const openSorter = (): Promise<Client> => openLongConnection(database, SORTER_NAME);
      const result = await work({ client, importId, source, barSource, signal, openSorter });
      // The market has the bars; what stays here is dropped by the next load or start.
      await dropSharedStaging(client).catch(() => undefined);
      return result;
    } catch (error) {
      if (spec.importId === undefined) await noteFailure(database, importId, error);
      throw error;
    } finally {
      heartbeat.stop();
    }
  } finally {
    spec.signal?.removeEventListener('abort', close);
    // Ends the session, and with it the lock and the staging table, also in the middle of a COPY.
    await client.end().catch(() => undefined);
  }
}

async function openImport(client: Client, spec: LoadSpec): Promise<number> {
  await failDeadImports(client);
  if (spec.importId === undefined) return insertRunningImport(client, spec);
  if (!(await startImport(client, spec.importId))) {
    throw new AppError('conflict', 'import_ended', `import ${spec.importId} has ended already`);
  }
  return spec.importId;
}

async function noteFailure(database: Database, importId: number, error: unknown): Promise<void> {
  const reason = error instanceof AppError ? error.message : `unexpected: ${messageOf(error)}`;
  await database
    .repository(MarketImport)
    .update(importId, { status: 'failed', finishedAt: () => 'now()', error: reason })
    // The failure that brought us here is the one to tell; a database that is gone can't note it.
    .catch(() => undefined);
}
