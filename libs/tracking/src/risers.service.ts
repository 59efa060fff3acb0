import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { type CalendarDay, Clock } from '#lib/kernel';
import { lastFinalDay } from '#lib/market-data';
import { type Riser, selectLatestDay, selectRisers } from './persistence/risers.query';

/** What rose much on the market's latest day, by the definition of the fill queues. */
@Injectable()
export class RisersService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** The latest day with bars that are final by now; null in an empty market. */
  async ofLatestDay(
    minPct: number,
    limit: number,
  ): Promise<{ tradeDate: CalendarDay | null; risers: Riser[]; total: number }> {
    const day = await selectLatestDay(this.db.reads, lastFinalDay(this.clock.now()));
    if (day === null) return { tradeDate: null, risers: [], total: 0 };
    return { tradeDate: day, ...(await selectRisers(this.db.reads, { day, minPct, limit })) };
  }
}
