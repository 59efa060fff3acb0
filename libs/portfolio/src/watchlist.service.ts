import { Injectable } from '@nestjs/common';
import { Database, type RowOf, type Transaction } from '#lib/database';
import { OwnList } from './own-list';
import { WATCHLIST } from './persistence/own-list.query';
import { WatchedStock } from './persistence/watched-stock.entity';

export type WatchlistItem = RowOf<typeof WATCHLIST.columns>;

/** Each user's own watch-list. */
@Injectable()
export class WatchlistService extends OwnList<WatchlistItem> {
  constructor(db: Database) {
    super(db, WATCHLIST);
  }

  /** Puts a code on the list. @param note undefined: a note that is there stays. @throws AppError `list_full`. */
  put(userId: number, code: string, note: string | null | undefined, within?: Transaction): Promise<WatchlistItem> {
    return this.write(
      userId,
      code,
      (tx, own) =>
        tx.repository(WatchedStock).upsert({ ...own, ...(note === undefined ? {} : { note }) }, ['userId', 'code']),
      within,
    );
  }

  protected override missing(code: string): string {
    return `${code} is not on your watch-list`;
  }
}
