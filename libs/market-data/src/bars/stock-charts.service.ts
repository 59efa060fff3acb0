import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import {
  addDays,
  type CalendarDay,
  calendarDayFromEpochDay,
  Clock,
  epochDayOf,
  isoWeekday,
  MIN_DAY,
} from '#lib/kernel';
import {
  adjustedChart,
  type Adjustment,
  type BarPeriod,
  type ChartBar,
  joinBars,
  priceFactors,
} from '../domain/bar-period';
import { limitBars } from '../domain/limited-bar';
import type { TradedBar } from '../domain/adjusted-bar';
import { marketNotices } from '../domain/market-notices';
import type { AppliedAdjustment, DatedFactor, StockAdjustments } from '../domain/stock-adjustments';
import type { TradingCalendar } from '../domain/trading-calendar';
import type { StoredMarketSource } from '../persistence/market-source';
import { selectLimitedStock, selectProvisionalDays } from '../persistence/stock-bars.query';
import { MarketStateService } from '../market-state.service';
import { TradingCalendarService } from '../trading-calendar.service';
import { StocksService } from '../stocks/stocks.service';
import { StockBarsService } from './stock-bars.service';

export const CHART_PRICE_BASES = ['none', 'vendor_factor', 'ex_right'] as const;
export const CHART_SHARE_BASES = ['none', 'vendor', 'inferred'] as const;

/** What the adjustment goes by. */
export interface ChartBasis {
  /** `none`: no adjustment is known for the bars shown (or none was asked for), so that they stand as traded. */
  price: (typeof CHART_PRICE_BASES)[number];
  shares: (typeof CHART_SHARE_BASES)[number];
  /** Days on which the price jumped beyond the limits and nobody says why: bars before and after do not compare. */
  unexplainedGaps: CalendarDay[];
}

export interface StockChart {
  code: string;
  /** The code that it had before, where it changed. */
  formerCode: string | null;
  stockName: string | null;
  period: BarPeriod;
  adjust: Adjustment;
  basis: ChartBasis;
  /** What prices as traded are multiplied by from a day on, oldest first; the first also before its day. */
  priceFactors: DatedFactor[];
  bars: ChartBar[];
  marketDataThrough: CalendarDay | null;
  marketSource: StoredMarketSource;
  warnings: string[];
}

/** More daily bars than any stock has had since the exchanges opened. */
const ALL_DAYS = 20_000;
/** The newest are shown. */
const MOST_ROWS = 5000;

/** Bars of a stock as a chart shows them: by day, week or month, in one of three adjustments. */
@Injectable()
export class StockChartsService {
  constructor(
    private readonly db: Database,
    private readonly bars: StockBarsService,
    private readonly stocks: StocksService,
    private readonly market: MarketStateService,
    private readonly calendars: TradingCalendarService,
    private readonly clock: Clock,
  ) {}

  /**
   * @param span.from the first day; a week or month that it lies in is shown from its beginning.
   * @throws AppError `not_found` for a code that the market data doesn't know.
   */
  async chart(
    given: string,
    { period, adjust, ...span }: { period: BarPeriod; adjust: Adjustment; from?: CalendarDay; to?: CalendarDay },
  ): Promise<StockChart> {
    const stock = await this.stocks.require(given);
    const { code } = stock;
    const { source, barsTo } = await this.market.readShown();
    const to = span.to ?? barsTo ?? this.clock.today();
    const from = span.from === undefined ? null : findBeginning(period, span.from);
    const count = period === 'day' ? MOST_ROWS : ALL_DAYS;
    const [{ bars: traded, adjustments }, calendar, provisional, limited] = await Promise.all([
      this.bars.between(code, { from, to, count }),
      this.calendars.current(),
      selectProvisionalDays(this.db.reads, code),
      period === 'day' ? selectLimitedStock(this.db.reads, code) : undefined,
    ]);
    const withLimits = limited === undefined ? traded : limitBars(traded, limited, adjustments);
    const days = adjustedChart(withLimits, adjust, adjustments).map((bar) => ({
      ...bar,
      isProvisional: provisional.has(bar.tradeDate),
    }));
    const through = barsTo !== null && barsTo < to ? barsTo : to;
    const bars = joinBars(days, period, (day) => opensAgain(calendar, period, day, through)).slice(-MOST_ROWS);
    return {
      code,
      formerCode: stock.formerCode,
      stockName: stock.name,
      period,
      adjust,
      basis: findBasis(adjustments, traded, adjust),
      priceFactors: priceFactors(traded, adjust, adjustments),
      bars: period === 'week' ? bars.map((bar) => withWeekEnd(calendar, bar)) : bars,
      marketDataThrough: barsTo,
      marketSource: source,
      warnings: marketNotices(source),
    };
  }
}

function findBasis(adjustments: StockAdjustments, bars: readonly TradedBar[], adjust: Adjustment): ChartBasis {
  const [first, last] = [bars[0]?.tradeDate, bars.at(-1)?.tradeDate];
  if (first === undefined || last === undefined) return { price: 'none', shares: 'none', unexplainedGaps: [] };
  const unexplainedGaps = adjustments.gapsBetween(first, last);
  if (adjust === 'none') return { price: 'none', shares: 'none', unexplainedGaps };
  return {
    price: PRICE_BASES[adjustments.vendorCovers(first, last) ? 'vendor' : adjustments.appliedBetween(first, last)],
    shares: adjustments.shareBasisBetween(first, last),
    unexplainedGaps,
  };
}

const PRICE_BASES: Readonly<Record<AppliedAdjustment, ChartBasis['price']>> = {
  vendor: 'vendor_factor',
  ex_right_close: 'ex_right',
  share_change: 'ex_right',
  none: 'none',
};

/** The first day of the week or month of a day; never before the exchange's first. */
function findBeginning(period: BarPeriod, day: CalendarDay): CalendarDay {
  const passed = { day: 0, week: isoWeekday(day) - 1, month: Number(day.slice(8)) - 1 }[period];
  return calendarDayFromEpochDay(Math.max(epochDayOf(day) - passed, epochDayOf(MIN_DAY)));
}

/** Whether an open day of the week or month of `day` lies behind `through`. */
function opensAgain(calendar: TradingCalendar, period: BarPeriod, day: CalendarDay, through: CalendarDay): boolean {
  const end = findEnd(period, day);
  return end > through && calendar.countOpenDays(addDays(through, 1), end) > 0;
}

function withWeekEnd(calendar: TradingCalendar, bar: ChartBar): ChartBar {
  const weekEndDate = calendar.lastOpenDayOfIsoWeek(bar.tradeDate);
  return weekEndDate === undefined ? bar : { ...bar, weekEndDate };
}

function findEnd(period: BarPeriod, day: CalendarDay): CalendarDay {
  if (period === 'week') return addDays(day, 7 - isoWeekday(day));
  // The first of a month and 31 days lie in the next one.
  return addDays(findBeginning('month', addDays(findBeginning('month', day), 31)), -1);
}
