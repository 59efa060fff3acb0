import { Inject, Injectable } from '@nestjs/common';
import { Database, type SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { adjustBars, type AdjustedBar, type TradedBar } from '../domain/adjusted-bar';
import { notProvisional } from '../import/provisional-bars';
import { readAdjustmentFacts } from '../persistence/adjustment-facts.query';

/** Bars of single stocks for charts, rules and chip distributions. */
@Injectable()
export class StockBars {
  constructor(@Inject(Database) private readonly db: Database) {}

  /**
   * The newest `count` final bars of a stock up to a day, oldest first, forward-adjusted as of the last of them.
   * @param count Bars at most; all of them where it is left out.
   */
  async upTo(code: string, day: CalendarDay, count?: number, runner: SqlRunner = this.db): Promise<AdjustedBar[]> {
    return this.read(runner, code, { from: null, to: day, count: count ?? null }, `and ${notProvisional('daily_bar')}`);
  }

  /** As {@link upTo}, no bar before `from`; provisional bars too. */
  async between(
    code: string,
    span: { from: CalendarDay | null; to: CalendarDay; count: number },
  ): Promise<AdjustedBar[]> {
    return this.read(this.db, code, span);
  }

  private async read(
    runner: SqlRunner,
    code: string,
    { from, to, count }: { from: CalendarDay | null; to: CalendarDay; count: number | null },
    condition = '',
  ): Promise<AdjustedBar[]> {
    const bars = await runner.query<TradedBar>(
      `select trade_date as "tradeDate", open, high, low, close, pre_close as "preClose", volume::float8 as volume, amount,
         turnover_pct as "turnoverPct", circ_market_cap as "circMarketCap", up_limit as "upLimit",
         down_limit as "downLimit", is_st as "isSt"
       from daily_bar where code = $1 and trade_date <= $2 and trade_date >= coalesce($4::date, '-infinity') ${condition}
       order by trade_date desc limit $3`,
      [code, to, count, from],
    );
    bars.reverse();
    if (bars.length === 0) return [];
    const facts = (await readAdjustmentFacts(runner, [code], to)).get(code);
    return adjustBars(bars, facts ?? { adjFactors: [], exRights: [], shareChanges: [] });
  }
}
