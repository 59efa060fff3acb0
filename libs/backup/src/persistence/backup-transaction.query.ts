import type { SqlRunner } from '#lib/database';

/** Begins the transaction from whose snapshot a backup is read. */
export async function beginSnapshot(sql: SqlRunner): Promise<void> {
  await sql.query('begin transaction isolation level repeatable read, read only');
  // A load swaps the bars for another table, whose rows an older snapshot doesn't see. LOCK takes none, so that the snapshot
  // is of a moment from which on the bars can't be swapped.
  await sql.query('lock table public.daily_bar in access share mode');
}

export async function endSnapshot(sql: SqlRunner): Promise<void> {
  await sql.query('rollback');
}

export async function beginRestore(sql: SqlRunner): Promise<void> {
  await sql.query('begin');
}

/** Commits a restore, and counts its tables for the planner. */
export async function endRestore(sql: SqlRunner): Promise<void> {
  await sql.query('commit');
  await sql.query('analyze');
}
