import { type SqlRunner, type Transaction } from '#lib/database';
import { AppError } from '#lib/kernel';

/** Rows of one user in one of his lists: some times what a market has. */
export const MOST_ON_A_LIST = 10_000;

/** Tables that hold one row a user and code. */
type OwnTable = 'position' | 'watchlist_item';

export interface ListPage {
  limit: number;
  offset: number;
}

export interface OwnList<Item> {
  items: Item[];
  /** Of the whole list. */
  total: number;
}

export async function countOwn(db: SqlRunner, table: OwnTable, userId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(`select count(*)::int as count from ${table} where user_id = $1`, [
    userId,
  ]);
  return row?.count ?? 0;
}

/** Until the transaction ends nobody else adds to the list, so that a count of it holds. */
export async function lockOwnList(tx: Transaction, table: OwnTable, userId: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('own-list:' || $1 || ':' || $2::text, 0))`, [
    table,
    userId,
  ]);
}

/** @param codes what is about to be stored. @throws AppError `list_full` where the list would have more than 10,000 codes. */
export async function refuseFullList(
  tx: Transaction,
  table: OwnTable,
  userId: number,
  codes: readonly string[],
): Promise<void> {
  const [row] = await tx.query<{ others: number }>(
    `select count(*)::int as others from ${table} where user_id = $1 and code <> all($2::text[])`,
    [userId, codes],
  );
  if ((row?.others ?? 0) + codes.length <= MOST_ON_A_LIST) return;
  throw AppError.conflict('list_full', `a list has at most ${MOST_ON_A_LIST} codes; remove some first`);
}
