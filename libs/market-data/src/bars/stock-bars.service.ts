import { Inject, Injectable } from '@nestjs/common';
import { Database, type SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { adjustBars, type AdjustedBar, type AdjustmentFacts, type TradedBar } from '../domain/adjusted-bar';

/** Bars of single stocks for charts, rules and chip distributions. */
@Injectable()
export class StockBars {
  constructor(@Inject(Database) private readonly db: Database) {}

  /**
   * The newest `count` bars of a stock up to a day, oldest first, forward-adjusted as of the last of them.
   * @param count Bars at most; all of them where it is left out.
   */
  async upTo(code: string, day: CalendarDay, count?: number, runner: SqlRunner = this.db): Promise<AdjustedBar[]> {
    return this.read(runner, code, { from: null, to: day, count: count ?? null });
  }

  /** As {@link upTo}, no bar before `from`. */
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
  ): Promise<AdjustedBar[]> {
    const bars = await runner.query<TradedBar>(
      `select trade_date as "tradeDate", open, high, low, close, pre_close as "preClose", volume::float8 as volume, amount,
         turnover_pct as "turnoverPct", circ_market_cap as "circMarketCap", up_limit as "upLimit",
         down_limit as "downLimit", is_st as "isSt"
       from daily_bar where code = $1 and trade_date <= $2 and trade_date >= coalesce($4::date, '-infinity')
       order by trade_date desc limit $3`,
      [code, to, count, from],
    );
    bars.reverse();
    const first = bars[0];
    return first === undefined ? [] : adjustBars(bars, await this.factsOf(runner, code, to));
  }

  private async factsOf(runner: SqlRunner, code: string, day: CalendarDay): Promise<AdjustmentFacts> {
    const [facts] = await runner.query<AdjustmentFacts>(
      `select
         coalesce((select json_agg(json_build_object('tradeDate', trade_date, 'factor', factor) order by trade_date)
           from adj_factor where code = $1 and trade_date <= $2), '[]') as "adjFactors",
         coalesce((select json_agg(json_build_object('tradeDate', trade_date, 'factor', ratio) order by trade_date)
           from (
             select trade_date, ratio from price_break where code = $1 and trade_date <= $2 and kind = 'ex_right'
             union all
             -- A bonus issue that no previous close tells of: the price fell by its factor at least.
             select trade_date, factor from share_change c where code = $1 and trade_date <= $2 and not exists (
               select from price_break p where p.code = c.code and p.trade_date = c.trade_date and p.kind = 'ex_right')
           ) known), '[]') as "exRights",
         coalesce((select json_agg(json_build_object('tradeDate', trade_date, 'factor', factor) order by trade_date)
           from share_change where code = $1 and trade_date <= $2), '[]') as "shareChanges"`,
      [code, day],
    );
    return facts ?? { adjFactors: [], exRights: [], shareChanges: [] };
  }
}
