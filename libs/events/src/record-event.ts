import type { SqlRunner } from '#lib/database';
import type { Fact } from './domain/event-data';

/** Sent when a transaction with an event commits; a hint, which may be lost. */
export const EVENT_CHANNEL = 'event';

/**
 * Records a fact in the transaction that makes it: both are written, or neither.
 * @returns whether it was new; false for a `key` that was recorded before.
 */
export async function recordEvent(tx: SqlRunner, { type, data, key, run }: Fact): Promise<boolean> {
  const rows = await tx.query(
    `insert into event (type, key, run, data) values ($1, $2, $3, $4)
     on conflict (type, key) where key is not null do nothing returning id`,
    [type, key ?? null, run ?? null, JSON.stringify(data)],
  );
  if (rows.length === 0) return false;
  await tx.query('select pg_notify($1, $2)', [EVENT_CHANNEL, '']);
  return true;
}
