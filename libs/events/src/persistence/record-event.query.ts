import { columnNamesOf, type SqlRunner } from '#lib/database';
import type { Fact } from '../domain/event-data';
import { StoredEvent } from './event.entity';

/** Sent when a transaction with an event commits; a hint, which may be lost. */
export const EVENT_CHANNEL = 'event';

const WRITTEN = columnNamesOf(StoredEvent, ['type', 'key', 'run', 'data']);

/**
 * Records a fact in the transaction that makes it: both are written, or neither.
 * @returns whether it was new; false for a `key` that was recorded before.
 */
export async function recordEvent(tx: SqlRunner, { type, data, key, run }: Fact): Promise<boolean> {
  const rows = await tx.query(
    `with inserted as (
       insert into event (${WRITTEN}) values ($1, $2, $3, $4)
       on conflict (type, key) where key is not null do nothing returning id
     )
     select pg_notify($5, '') from inserted`,
    [type, key ?? null, run ?? null, JSON.stringify(data), EVENT_CHANNEL],
  );
  return rows.length > 0;
}
