import { Inject, Injectable } from '@nestjs/common';
import { Database, type SqlRunner } from '#lib/database';
import { type CalendarDay, Clock } from '#lib/kernel';
import { lastFinalDay, MarketState } from '#lib/market-data';

/** Up to when bars may be filled, and which days are all there: the one place that asks. */
@Injectable()
export class FillDays {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(MarketState) private readonly market: MarketState,
    @Inject(Clock) private readonly clock: Clock,
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
   * The last complete day at or before `through`; null where there is none.
   * @param runner The caller's transaction, where he has one: a second connection might not be free.
   */
  async latestComplete(through: CalendarDay, runner: SqlRunner = this.db): Promise<CalendarDay | null> {
    const [row] = await runner.query<{ day: CalendarDay | null }>(
      'select max(trade_date) as day from market_day where complete and trade_date <= $1',
      [through],
    );
    return row?.day ?? null;
  }
}
