import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Database, STAGING_SCHEMA } from '#lib/database';
import { AppError } from '#lib/kernel';
import { dropSharedStaging } from './bar-staging';

/** Advisory lock of everything that changes bars, whole database wide. */
const MARKET_LOCK = 0x5343_4d44;

/** A load that has given no heartbeat for so long is frozen, or cut off. */
const SILENT_LOAD_SECONDS = 60;
/** So long a load is seen silent before its session is ended. */
const SEEN_SILENT_MS = 5000;
const LOOK_EVERY_MS = 1000;

export interface TurnRequest {
  /** Wait for another load to end, instead of failing at once. */
  waitForTurn: boolean;
  signal?: AbortSignal | undefined;
}

/**
 * Takes the lock of market loads for as long as the connection lives. A load whose process is frozen or cut off holds it
 * without end where the server waits for the rest of a COPY, which no time limit of the server ends: then the session is
 * terminated, which undoes what it had open.
 * @throws AppError `import_running` where a live load has the lock and `waitForTurn` is false; the signal's reason.
 */
export async function takeMarketLock(client: Client, { waitForTurn, signal }: TurnRequest): Promise<void> {
  let silent: { pid: number; since: number } | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [MARKET_LOCK]);
    if (rows[0]?.taken === true) return;
    const pid = await silentHolder(client);
    if (pid === undefined && !waitForTurn) {
      throw AppError.conflict('import_running', 'another import changes the market now; wait until it has ended');
    }
    // Whoever has just got the lock has no row yet: only a holder that stays silent is ended.
    if (silent?.pid !== pid) silent = pid === undefined ? undefined : { pid, since: performance.now() };
    if (silent !== undefined && performance.now() - silent.since > SEEN_SILENT_MS) {
      await client.query('select pg_terminate_backend($1)', [silent.pid]);
    }
    await pause(LOOK_EVERY_MS, undefined, signal === undefined ? {} : { signal });
  }
}

/** The server process that has the lock, where the last heartbeat of any load is too old. Builds without heartbeat have none. */
async function silentHolder(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>(
    `select l.pid from pg_locks l
     where l.locktype = 'advisory' and l.granted and l.mode = 'ExclusiveLock' and l.objsubid = 1
       and l.classid = 0 and l.objid = $1::bigint::oid
       and l.database = (select oid from pg_database where datname = current_database())
       and (select max(alive_at) from market_import where status = 'running') < now() - $2 * interval '1 second'
       and not exists (select from market_import where status = 'running' and alive_at is null)`,
    [MARKET_LOCK, SILENT_LOAD_SECONDS],
  );
  return rows[0]?.pid;
}

/** Drops what loads that died have left in the staging schema; where a load runs, that is its own affair. */
export async function sweepStaging(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    const [lock] = await tx.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [MARKET_LOCK]);
    if (lock?.taken !== true) return;
    await tx.query(`drop table if exists ${STAGING_SCHEMA}.daily_bar`);
    await dropSharedStaging(tx);
  });
}
