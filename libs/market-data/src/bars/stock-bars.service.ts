import { Injectable } from '@nestjs/common';
import { Database, type SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { adjustBars, type AdjustedBar, type TradedBar } from '../domain/adjusted-bar';
import { limitBars } from '../domain/limited-bar';
import type { StockAdjustments } from '../domain/stock-adjustments';
import {
  type BarSpan,
  selectLimitedStock,
  selectNotFinalDays,
  selectTradedBars,
} from '../persistence/stock-bars.query';
import { readResumptions } from '../persistence/resumptions.query';
import { readStockAdjustments } from '../persistence/stock-adjustments.query';

/** Bars of single stocks for charts, rules and chip distributions. */
@Injectable()
export class StockBarsService {
  constructor(private readonly db: Database) {}

  /**
   * The newest `count` final bars of a stock up to a day, oldest first, forward-adjusted as of the last of them, with the
   * limit prices of their days and the suspensions that ended on them.
   * @param count Bars at most; all of them where it is left out.
   */
  async upTo(
    code: string,
    day: CalendarDay,
    count?: number,
    runner: SqlRunner = this.db.reads,
  ): Promise<AdjustedBar[]> {
    const { bars, adjustments } = await this.finalUpTo(code, day, count, runner);
    const [stock, resumptions] = await Promise.all([
      selectLimitedStock(runner, code),
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
    runner: SqlRunner = this.db.reads,
  ): Promise<BarsAndAdjustments> {
    const span = { from: null, to: day, count: count ?? null };
    return this.read(runner, code, span, true);
  }

  /** Days from `from` on with a bar that {@link upTo} leaves out: provisional, or after its day. */
  async notFinal(code: string, { from, through }: { from: CalendarDay; through: CalendarDay }): Promise<CalendarDay[]> {
    return selectNotFinalDays(this.db, code, from, through);
  }

  /** Bars of a span as they were traded, provisional ones too, with what they are adjusted by. */
  async between(
    code: string,
    span: { from: CalendarDay | null; to: CalendarDay; count: number },
  ): Promise<BarsAndAdjustments> {
    return this.read(this.db.reads, code, span, false);
  }

  private async read(runner: SqlRunner, code: string, span: BarSpan, onlyFinal: boolean): Promise<BarsAndAdjustments> {
    const [bars, adjustments] = await Promise.all([
      selectTradedBars(runner, code, span, onlyFinal),
      readStockAdjustments(runner, [code]),
    ]);
    return { bars: bars.reverse(), adjustments: adjustments.of(code) };
  }
}

/** Bars of a stock, oldest first. */
interface BarsAndAdjustments {
  bars: TradedBar[];
  adjustments: StockAdjustments;
}
