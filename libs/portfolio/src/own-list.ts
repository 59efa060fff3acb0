import type { Database, Transaction } from '#lib/database';
import { AppError } from '#lib/kernel';
import { todaysCode } from '#lib/market-data';
import {
  countOthers,
  type ListPage,
  lockOwnList,
  type OwnTable,
  selectOwn,
  selectOwnPage,
} from './persistence/own-list.query';

/** Rows of one user in one of his lists: some times what a market has. */
export const MAX_LIST_SIZE = 10_000;

export interface OwnListPage<View> {
  items: View[];
  /** Of the whole list. */
  total: number;
}

/** A list of stocks of each user's own. A code that changed is read as today's. */
export abstract class OwnList<View> {
  protected constructor(
    private readonly db: Database,
    private readonly table: OwnTable<View>,
  ) {}

  /** What a reader is told of a code that is not on his list. */
  protected abstract missing(code: string): string;

  /** A page of the user's list in code order, and how many codes are on it. */
  async list(userId: number, page: ListPage): Promise<OwnListPage<View>> {
    const items = await selectOwnPage(this.db, this.table, userId, page);
    return { items, total: await this.db.repository(this.table.entity).countBy({ userId }) };
  }

  /** @throws AppError `not_found`. */
  async get(userId: number, code: string): Promise<View> {
    const found = await selectOwn(this.db, this.table, userId, await todaysCode(this.db, code));
    if (found === undefined) throw AppError.notFound(this.missing(code));
    return found;
  }

  /** @throws AppError `not_found`. */
  async remove(userId: number, code: string): Promise<void> {
    const own = { userId, code: await todaysCode(this.db, code) };
    const { affected } = await this.db.repository(this.table.entity).delete(own);
    if (affected === 0) throw AppError.notFound(this.missing(code));
  }

  /**
   * Runs the write of one row of the list, under today's code.
   * @param within The transaction to write in; left out: one of its own. @throws AppError `list_full`.
   */
  protected write(
    userId: number,
    given: string,
    work: (tx: Transaction, own: { userId: number; code: string }) => Promise<unknown>,
    within?: Transaction,
  ): Promise<View> {
    const run = async (tx: Transaction): Promise<View> => {
      const code = await todaysCode(tx, given);
      await reserveOnList(tx, this.table, userId, [code]);
      await work(tx, { userId, code });
      const written = await selectOwn(tx, this.table, userId, code);
      if (written === undefined) throw new Error('the row is gone in its own transaction');
      return written;
    };
    return within === undefined ? this.db.transaction(run) : run(within);
  }
}

/**
 * Lets nobody else add to the list until the transaction ends.
 * @param codes what is about to be stored. @throws AppError `list_full` where the list would have more than 10,000 codes.
 */
export async function reserveOnList(
  tx: Transaction,
  table: OwnTable<unknown>,
  userId: number,
  codes: readonly string[],
): Promise<void> {
  await lockOwnList(tx, table, userId);
  if ((await countOthers(tx, table, userId, codes)) + codes.length <= MAX_LIST_SIZE) return;
  throw AppError.conflict('list_full', `a list has at most ${MAX_LIST_SIZE} codes; remove some first`);
}
