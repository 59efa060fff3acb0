import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { type CalendarDay, Clock } from '#lib/kernel';
import { rounded } from '../domain/bar-period';
import { marketNotices } from '../domain/market-notices';
import { MarketStateService } from '../market-state.service';
import { selectBarSeries } from '../persistence/bar-series.query';
import { todaysCodes } from '../persistence/code-changes.query';
import { readStockAdjustments } from '../persistence/stock-adjustments.query';

/** The newest bars of one stock as small charts draw them: lists of one length, oldest first. */
export interface BarSeriesOfStock {
  code: string;
  days: CalendarDay[];
  /** Yuan, forward-adjusted as of the last of them. */
  closes: number[];
  /** Shares, share-adjusted alike. */
  volumes: number[];
  /** Of the last bar against the close before, ex-right; null where that is unknown. */
  lastChangePct: number | null;
}

export interface BarSeriesReport {
  /** In the order in which they were asked for, each once; a code without a bar is absent. */
  series: BarSeriesOfStock[];
  marketDataThrough: CalendarDay | null;
  warnings: string[];
}

/** Closes and volumes of many stocks at once, for small charts. */
@Injectable()
export class BarSeriesService {
  constructor(
    private readonly db: Database,
    private readonly market: MarketStateService,
    private readonly clock: Clock,
  ) {}

  /** The newest `count` bars of each stock up to a day, adjusted as {@link StockChartsService} does it. */
  async read(codes: readonly string[], span: { count: number; to?: CalendarDay }): Promise<BarSeriesReport> {
    const { source, barsTo } = await this.market.readShown();
    const to = span.to ?? barsTo ?? this.clock.today();
    const [stored, adjustments] = await Promise.all([
      selectBarSeries(this.db.reads, codes, to, span.count),
      todaysCodes(this.db.reads, codes).then((today) => readStockAdjustments(this.db.reads, codes.map(today))),
    ]);
    const series = stored.map(({ code, storedCode, lastPreClose, ...bars }): BarSeriesOfStock => {
      const days = bars.days.map((tradeDate) => ({ tradeDate })).reverse();
      const price = adjustments.of(storedCode).priceMultipliers(days);
      const shares = adjustments.of(storedCode).shareMultipliers(days);
      const closes = bars.closes.reverse().map((close, index) => rounded(close * (price[index] ?? 1)));
      return {
        code,
        days: days.map(({ tradeDate }) => tradeDate),
        closes,
        volumes: bars.volumes.reverse().map((volume, index) => Math.round(volume * (shares[index] ?? 1))),
        lastChangePct: changePct(closes.at(-1), lastPreClose ?? closes.at(-2)),
      };
    });
    return { series, marketDataThrough: barsTo, warnings: marketNotices(source) };
  }
}

function changePct(close: number | undefined, before: number | undefined): number | null {
  if (close === undefined || before === undefined) return null;
  return Math.round((close / before - 1) * 1e4) / 100;
}
