import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { AppError, type CalendarDay } from '#lib/kernel';
import { formerCodeOf, todaysCode } from '#lib/market-data';
import { countOwn, type ListPage, lockOwnList, type OwnList, refuseFullList } from './own-list';

export interface PositionValues {
  /** In shares, above 0. */
  quantity: number;
  /** In yuan a share; below 0 where sales at a profit paid for more than was bought. */
  avgCost: number | null;
  openedAt: CalendarDay | null;
}

export interface PositionView extends PositionValues {
  /** Today's. */
  code: string;
  /** The code that the stock had before, where it changed. */
  formerCode: string | null;
  /** Null for a code that the market data doesn't know. */
  stockName: string | null;
  updatedAt: Date;
}

const COLUMNS = `p.code, ${formerCodeOf('p.code')} as "formerCode", s.name as "stockName", p.quantity, p.avg_cost as "avgCost", p.opened_at as "openedAt",
  p.updated_at as "updatedAt"`;

/** What each user says that he holds. */
@Injectable()
export class PositionsService {
  constructor(private readonly db: Database) {}

  /** A page of the user's positions in code order, and how many he has. */
  async list(userId: number, page: ListPage): Promise<OwnList<PositionView>> {
    const items = await this.db.query<PositionView>(
      `select ${COLUMNS} from position p left join stock s on s.code = p.code where p.user_id = $1
       order by p.code limit $2 offset $3`,
      [userId, page.limit, page.offset],
    );
    return { items, total: await countOwn(this.db, 'position', userId) };
  }

  /** @throws AppError `not_found`. */
  async get(userId: number, code: string): Promise<PositionView> {
    const [position] = await this.db.query<PositionView>(
      `select ${COLUMNS} from position p left join stock s on s.code = p.code where p.user_id = $1 and p.code = $2`,
      [userId, await todaysCode(this.db, code)],
    );
    return position ?? notHeld(code);
  }

  /** Stores the whole position, in place of one that is there. @throws AppError `list_full`. */
  async put(userId: number, given: string, { quantity, avgCost, openedAt }: PositionValues): Promise<PositionView> {
    const [position] = await this.db.transaction(async (tx) => {
      const code = await todaysCode(tx, given);
      await lockOwnList(tx, 'position', userId);
      await refuseFullList(tx, 'position', userId, [code]);
      return tx.query<PositionView>(
        `with p as (
         insert into position (user_id, code, quantity, avg_cost, opened_at) values ($1, $2, $3, $4, $5)
         on conflict (user_id, code) do update set quantity = excluded.quantity, avg_cost = excluded.avg_cost,
           opened_at = excluded.opened_at, updated_at = now()
         returning code, quantity, avg_cost, opened_at, updated_at
       )
       select ${COLUMNS} from p left join stock s on s.code = p.code`,
        [userId, code, quantity, avgCost, openedAt],
      );
    });
    if (position === undefined) throw new Error('the new position was not returned');
    return position;
  }

  /** @throws AppError `not_found`. */
  async remove(userId: number, code: string): Promise<void> {
    const gone = await this.db.query('delete from position where user_id = $1 and code = $2 returning code', [
      userId,
      await todaysCode(this.db, code),
    ]);
    if (gone.length === 0) notHeld(code);
  }
}

function notHeld(code: string): never {
  throw AppError.notFound(`you hold no position in ${code}`);
}
