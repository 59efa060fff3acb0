import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { AppError, type CalendarDay, MAX_DAY } from '#lib/kernel';
import {
  StockBarsService,
  adjustBars,
  type AdjustedBar,
  marketNotices,
  type AppliedAdjustment,
  type StoredMarketSource,
  todaysCode,
} from '#lib/market-data';
import { type ChipBars, computeCoverage, windowUpTo } from './domain/chip-bars';
import { type ChipFigures, type ChipGrid, computeChipFigures, sumWeights } from './domain/chip-grid';
import { eastmoneyChips } from './domain/eastmoney-chips';
import { fullHistoryChips } from './domain/full-history-chips';
import { ChipModelService } from './chip-model.service';
import { type NamedStock, selectNamedStock } from './persistence/chip-market.query';
import { roundedFigures } from './domain/chip-row';

/** A stock's chips on a day, price by price. Prices in yuan, forward-adjusted as of the day. */
export interface ChipView extends ChipFigures {
  code: string;
  stockName: string | null;
  /** The day of the last final bar at or before the asked one. */
  tradeDate: CalendarDay;
  close: number;
  /** Prices with chips, ascending, and the part of all chips at each of them. */
  prices: number[];
  weights: number[];
  /** Bars that the distribution was made from. */
  window: number;
  coverage: number;
  /** Whether at least one factor was applied to the prices in the window, and by what: the least certain of them. */
  adjusted: boolean;
  adjustment: AppliedAdjustment;
  /** `eastmoney-120`, or `full-history`, the model that comes nearest to Tushare's. */
  source: string;
  marketSource: StoredMarketSource;
  warnings: string[];
}

/** Chip distributions for readers, computed from the stored bars as they are asked for. */
@Injectable()
export class ChipViewsService {
  constructor(
    private readonly database: Database,
    private readonly bars: StockBarsService,
    private readonly models: ChipModelService,
  ) {}

  /**
   * @param date Undefined: the newest final bar.
   * @throws AppError `not_found` for an unknown code; `no_market_data` where there is no bar up to the day, or bars without
   *   turnover.
   */
  async of(given: string, date: CalendarDay | undefined): Promise<ChipView> {
    const code = await todaysCode(this.database.reads, given);
    const stock = await this.stockOf(code);
    const { model, window: barCount } = await this.models.current();
    const wholeHistory = model === 'tushare';
    const count = wholeHistory ? undefined : barCount;
    const { bars: traded, adjustments } = await this.bars.finalUpTo(code, date ?? MAX_DAY, count);
    const bars = adjustBars(traded, adjustments);
    const first = bars[0];
    const last = bars.at(-1);
    if (first === undefined || last === undefined) throw noBars(code, date);
    const without = bars.filter(({ turnoverPct }) => turnoverPct === null).length;
    if (without > 0) throw noTurnover(code, without, bars.length);
    const columns = toColumns(bars);
    const window = windowUpTo(bars.length - 1);
    const grid = wholeHistory ? fullHistoryChips(columns, window) : eastmoneyChips(columns, window);
    const adjustment = adjustments.appliedBetween(first.tradeDate, last.tradeDate);
    return {
      code,
      stockName: stock.name,
      tradeDate: last.tradeDate,
      close: last.close,
      ...listPrices(grid),
      ...roundedFigures(computeChipFigures(grid, last.close)),
      window: bars.length,
      coverage: Math.round(computeCoverage(columns, window) * 1e6) / 1e6,
      adjusted: adjustment !== 'none',
      adjustment,
      source: wholeHistory ? 'full-history' : `eastmoney-${barCount}`,
      marketSource: stock.marketSource,
      warnings: marketNotices(stock.marketSource),
    };
  }

  private async stockOf(code: string): Promise<NamedStock> {
    const stock = await selectNamedStock(this.database.reads, code);
    if (stock === undefined) throw AppError.notFound(`there is no stock ${code} in the market data`);
    return stock;
  }
}

function toColumns(bars: readonly AdjustedBar[]): ChipBars {
  return {
    open: Float64Array.from(bars, ({ adjOpen }) => adjOpen),
    high: Float64Array.from(bars, ({ adjHigh }) => adjHigh),
    low: Float64Array.from(bars, ({ adjLow }) => adjLow),
    close: Float64Array.from(bars, ({ adjClose }) => adjClose),
    turnoverPct: Float64Array.from(bars, ({ turnoverPct }) => turnoverPct ?? 0),
  };
}

function listPrices(grid: ChipGrid): { prices: number[]; weights: number[] } {
  const total = sumWeights(grid);
  const prices: number[] = [];
  const weights: number[] = [];
  for (const [bucket, weight] of grid.weights.entries()) {
    if (weight <= 0) continue;
    prices.push(Math.round((grid.lowest + bucket * grid.step) * 1e4) / 1e4);
    weights.push(weight / total);
  }
  return { prices, weights };
}

function noBars(code: string, date: CalendarDay | undefined): AppError {
  const until = date === undefined ? '' : ` up to ${date}`;
  return AppError.notFound(`there are no bars of ${code}${until}`, 'no_market_data');
}

function noTurnover(code: string, without: number, of: number): AppError {
  return AppError.notFound(
    `${without} of ${of} bars of ${code} have no turnover, so that its chips can't be told`,
    'no_market_data',
  );
}
