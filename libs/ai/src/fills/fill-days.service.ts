import { Injectable } from '@nestjs/common';
import { Database, type SqlRunner } from '#lib/database';
import { type CalendarDay, Clock } from '#lib/kernel';
import { lastFinalDay, MarketStateService } from '#lib/market-data';
import { selectLatestCompleteDay } from '../persistence/complete-day.query';

/** Up to when bars may be filled, and which days are complete, for all fills. */
@Injectable()
export class FillDaysService {
  constructor(
    private readonly db: Database,
    private readonly market: MarketStateService,
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
   * The last complete day at or before `through`; null if there is none.
   * @param runner The caller's transaction, if there is one: a second connection might not be free.
   */
  async latestComplete(through: CalendarDay, runner: SqlRunner = this.db): Promise<CalendarDay | null> {
    return (await selectLatestCompleteDay(runner, through)) ?? null;
  }
}
