import { Injectable } from '@nestjs/common';
import { Database, type SqlRunner } from '#lib/database';
import { type CalendarDay, Clock } from '#lib/kernel';
import { lastFinalDay, MarketState } from '#lib/market-data';

/** Share of the bars of the days before that makes a day complete. */
const COMPLETE_SHARE = 0.95;
const COMPARED_DAYS = 5;

/** Up to when bars may be filled, and which days are all there: the one place that asks. */
@Injectable()
export class FillDays {
  constructor(
    private readonly db: Database,
    private readonly market: MarketState,
    private readonly clock: Clock,
  ) {}

  /** The last calendar day whose bars are final now. */
  finalThrough(): CalendarDay {
    return lastFinalDay(this.clock.now());
  }

  /** The last day with bars at or before `day`; null in an empty market. */
  async marketThrough(day: CalendarDay): Promise<CalendarDay | null> {
    const { barsTo } = await this.market.read();
    return barsTo !== null && barsTo > day ? day : barsTo;
  }

  /**
   * The last complete day at or before `through`; null where there is none. Of sources that don't tell what they owe (files),
   * a day with less than 95 % of the bars of the fullest of the five days before has only begun to arrive.
   * @param runner The caller's transaction, where he has one: a second connection might not be free.
   */
  async latestComplete(through: CalendarDay, runner: SqlRunner = this.db): Promise<CalendarDay | null> {
    const [row] = await runner.query<{ day: CalendarDay }>(
      `select d.trade_date as day from market_day d
       where d.trade_date <= $1 and d.complete and (d.expected is not null or d.bars >= $2::float8 * coalesce((
         select max(p.bars) from (
           select bars from market_day where trade_date < d.trade_date order by trade_date desc limit $3
         ) p), 0))
       order by d.trade_date desc limit 1`,
      [through, COMPLETE_SHARE, COMPARED_DAYS],
    );
    return row?.day ?? null;
  }
}
