import type { SqlRunner } from '#lib/database';

/** Advisory lock between those who read bars and then write what other locks guard (shared), and the load that swaps the bars. */
const BARS_GATE = 0x5343_4247;

/**
 * For a transaction that reads bars and refreshes sessions' figures afterwards: call it first. It holds its read lock on the
 * bars while it waits for the figures' lock, which a load that swaps the bars holds; both would wait for each other.
 */
export async function passBarsGate(tx: SqlRunner): Promise<void> {
  await tx.query('select pg_advisory_xact_lock_shared($1)', [BARS_GATE]);
}

/** Waits until nobody is behind the gate, and keeps it closed until the end of the transaction. */
export async function closeBarsGate(tx: SqlRunner): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [BARS_GATE]);
}
