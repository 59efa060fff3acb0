import type { SqlRunner } from '#lib/database';
import type { Fact } from './domain/event-data';
import { insertEvent } from './persistence/insert-event.query';

/**
 * Records a fact in the transaction that makes it: both are written, or neither.
 * @returns whether it was new; false for a `key` that was recorded before.
 */
export function recordEvent(tx: SqlRunner, fact: Fact): Promise<boolean> {
  return insertEvent(tx, fact);
}
