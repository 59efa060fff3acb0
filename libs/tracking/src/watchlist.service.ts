import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { AppError } from '#lib/kernel';
import { formerCodeOf, todaysCode } from '#lib/market-data';
import { countOwn, type ListPage, lockOwnList, type OwnList, refuseFullList } from './own-list';

export interface WatchlistItem {
  /** Today's. */
  code: string;
  /** The code that the stock had before, where it changed. */
  formerCode: string | null;
  /** Null for a code that the market data doesn't know. */
  stockName: string | null;
  note: string | null;
  createdAt: Date;
}

const COLUMNS = `i.code, ${formerCodeOf('i.code')} as "formerCode", s.name as "stockName", i.note, i.created_at as "createdAt"`;

/** Each user's own watch-list. */
@Injectable()
export class WatchlistService {
  constructor(private readonly db: Database) {}

  /** A page of the list in code order, and how many codes are on it. */
  async list(userId: number, page: ListPage): Promise<OwnList<WatchlistItem>> {
    const items = await this.db.query<WatchlistItem>(
      `select ${COLUMNS} from watchlist_item i left join stock s on s.code = i.code where i.user_id = $1
       order by i.code limit $2 offset $3`,
      [userId, page.limit, page.offset],
    );
    return { items, total: await countOwn(this.db, 'watchlist_item', userId) };
  }

  /** @throws AppError `not_found`. */
  async get(userId: number, code: string): Promise<WatchlistItem> {
    const [item] = await this.db.query<WatchlistItem>(
      `select ${COLUMNS} from watchlist_item i left join stock s on s.code = i.code where i.user_id = $1 and i.code = $2`,
      [userId, await todaysCode(this.db, code)],
    );
    return item ?? notWatched(code);
  }

  /** Puts a code on the list. @param note undefined: a note that is there stays. @throws AppError `list_full`. */
  async put(userId: number, given: string, note: string | null | undefined): Promise<WatchlistItem> {
    const [item] = await this.db.transaction(async (tx) => {
      const code = await todaysCode(tx, given);
      await lockOwnList(tx, 'watchlist_item', userId);
      await refuseFullList(tx, 'watchlist_item', userId, [code]);
      return tx.query<WatchlistItem>(
        `with i as (
         insert into watchlist_item (user_id, code, note) values ($1, $2, $3)
         on conflict (user_id, code) do update set note = case when $4 then excluded.note else watchlist_item.note end
         returning code, note, created_at
       )
       select ${COLUMNS} from i left join stock s on s.code = i.code`,
        [userId, code, note ?? null, note !== undefined],
      );
    });
    if (item === undefined) throw new Error('the new item was not returned');
    return item;
  }

  /** @throws AppError `not_found`. */
  async remove(userId: number, code: string): Promise<void> {
    const gone = await this.db.query('delete from watchlist_item where user_id = $1 and code = $2 returning code', [
      userId,
      await todaysCode(this.db, code),
    ]);
    if (gone.length === 0) notWatched(code);
  }
}

function notWatched(code: string): never {
  throw AppError.notFound(`${code} is not on your watch-list`);
}
