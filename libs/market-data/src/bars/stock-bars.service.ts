import { Injectable } from '@nestjs/common';
import { columnsOf, Database, prepareStatement, type SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { adjustBars, type AdjustedBar, type TradedBar } from '../domain/adjusted-bar';
import { limitBars, type LimitedStock } from '../domain/limited-bar';
import type { StockAdjustments } from '../domain/stock-adjustments';
import { notProvisional } from '../import/provisional-bars';
import { readResumptions } from '../persistence/resumptions.query';
import { readStockAdjustments } from '../persistence/stock-adjustments.query';
import { Stock } from '../persistence/stock.entity';

const SELECT_LIMITED_STOCK = prepareStatement<LimitedStock>(
  'select_limited_stock',
  `select ${columnsOf(Stock, 's', ['board', 'name', 'listDate', 'firstBarDate'])}, coalesce((
     select json_agg(json_build_object('name', n.name, 'from', n.from_date, 'to', n.to_date))
     from stock_name n where n.code = s.code
   ), '[]') as names
   from stock s where s.code = $1`,
);

/** Bars of single stocks for charts, rules and chip distributions. */
@Injectable()
export class StockBarsService {
  constructor(private readonly db: Database) {}

  /**
   * The newest `count` final bars of a stock up to a day, oldest first, forward-adjusted as of the last of them, with the
   * limit prices of their days and the suspensions that ended on them.
   * @param count Bars at most; all of them where it is left out.
   */
  async upTo(code: string, day: CalendarDay, count?: number, runner: SqlRunner = this.db): Promise<AdjustedBar[]> {
    const { bars, adjustments } = await this.finalUpTo(code, day, count, runner);
    const [stock, resumptions] = await Promise.all([
      readLimitedStock(runner, code),
      readResumptions(
        runner,
        code,
        bars.map(({ tradeDate }) => tradeDate),
      ),
    ]);
    const limited = stock === undefined ? bars : limitBars(bars, stock, adjustments);
    return adjustBars(
      limited.map((bar) => ({ ...bar, isResumption: resumptions.has(bar.tradeDate) })),
      adjustments,
    );
  }

  /** As {@link upTo}, as they were traded, with what they are adjusted by. */
  async finalUpTo(
    code: string,
    day: CalendarDay,
    count?: number,
    runner: SqlRunner = this.db,
  ): Promise<BarsAndAdjustments> {
    const span = { from: null, to: day, count: count ?? null };
    return this.read(runner, code, span, `and ${notProvisional('daily_bar')}`);
  }

  /** Days from `from` on with a bar that {@link upTo} leaves out: provisional, or after its day. */
  async notFinal(code: string, { from, through }: { from: CalendarDay; through: CalendarDay }): Promise<CalendarDay[]> {
    const rows = await this.db.query<{ day: CalendarDay }>(
      `select trade_date as day from daily_bar
       where code = $1 and trade_date >= $2 and (trade_date > $3 or not ${notProvisional('daily_bar')})
       order by trade_date`,
      [code, from, through],
    );
    return rows.map(({ day }) => day);
  }

  /** Bars of a span as they were traded, provisional ones too, with what they are adjusted by. */
  async between(
    code: string,
    span: { from: CalendarDay | null; to: CalendarDay; count: number },
  ): Promise<BarsAndAdjustments> {
    return this.read(this.db, code, span);
  }

  private async read(
    runner: SqlRunner,
    code: string,
    { from, to, count }: { from: CalendarDay | null; to: CalendarDay; count: number | null },
    condition = '',
  ): Promise<BarsAndAdjustments> {
    const [bars, adjustments] = await Promise.all([
      runner.query<TradedBar>(
        `select trade_date as "tradeDate", open, high, low, close, pre_close as "preClose", volume::float8 as volume, amount,
           turnover_pct as "turnoverPct", circ_market_cap as "circMarketCap", up_limit as "upLimit",
           down_limit as "downLimit", is_st as "isSt"
         from daily_bar where code = $1 and trade_date <= $2 and trade_date >= coalesce($4::date, '-infinity') ${condition}
         order by trade_date desc limit $3`,
        [code, to, count, from],
      ),
      readStockAdjustments(runner, [code]),
    ]);
    return { bars: bars.reverse(), adjustments: adjustments.of(code) };
  }
}

async function readLimitedStock(runner: SqlRunner, code: string): Promise<LimitedStock | undefined> {
  const [stock] = await runner.query(SELECT_LIMITED_STOCK, [code]);
  return stock;
}

/** Bars of a stock, oldest first. */
interface BarsAndAdjustments {
  bars: TradedBar[];
  adjustments: StockAdjustments;
}
