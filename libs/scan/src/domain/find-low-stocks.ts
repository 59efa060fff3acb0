import { type BarMatrix, findFloatCap, type PlacedStock, PRICE_SCALE, readDayFacts } from '#lib/bar-matrix/domain';
import { addDays, quantile } from '#lib/kernel';
import type { DayFacts } from '#lib/market-data';
import { type BarRange, findLowest, isUndercut } from './low-volumes';
import type { LowVolumeStock, LowVolumeTask } from './low-volume-stock';

export interface LowStocks {
  /** As the statement would select them. */
  readonly stocks: LowVolumeStock[];
  /** Codes that the bars in memory can't decide: shares changed in the windows, or a bar before them is needed. */
  readonly undecided: string[];
}

/** Finds the stocks whose lowest volume of the range was not undercut in the prior window, in the order of the codes. */
export function findLowStocks(matrix: BarMatrix, task: LowVolumeTask): LowStocks {
  const search = new LowVolumeSearch(matrix, task);
  const found: LowStocks = { stocks: [], undecided: [] };
  for (const code of task.codes) {
    const stock = search.find(code);
    if (stock === 'undecided') found.undecided.push(code);
    else if (stock !== undefined) found.stocks.push(stock);
  }
  return found;
}

class LowVolumeSearch {
  /** Days by their numbers. */
  private readonly days: {
    readonly prior: number;
    readonly median: number;
    readonly start: number;
    readonly end: number;
  };
  /** Whether the bar at a place counts: days of one price do not where they are left out. */
  private readonly counts: (place: number) => boolean;

  constructor(
    private readonly matrix: BarMatrix,
    private readonly task: LowVolumeTask,
  ) {
    const { priorStart, medianStart, startDate, endDate } = task;
    const { high, low } = matrix.columns;
    this.counts = task.options.excludeLocked ? (place) => high[place] !== low[place] : () => true;
    this.days = {
      prior: matrix.countDaysBefore(priorStart),
      median: matrix.countDaysBefore(medianStart),
      start: matrix.countDaysBefore(startDate),
      end: matrix.countDaysBefore(addDays(endDate, 1)),
    };
  }

  /** @returns undefined for a stock whose lowest volume of the range was undercut, or that did not trade in the range. */
  find(code: string): LowVolumeStock | 'undecided' | undefined {
    const { matrix, task } = this;
    const stockNo = matrix.stockNoOf(code);
    const stock = stockNo === undefined ? undefined : matrix.facts.stocks[stockNo];
    if (stockNo === undefined || stock === undefined) return undefined;
    const placed = { stockNo, stock, start: matrix.starts[stockNo] ?? 0 };
    const changed = this.hasChangedShares(placed);
    if (changed && task.options.volumeBasis === 'shares_adjusted') return 'undecided';
    const range = this.placesOf(placed, this.days.start, this.days.end);
    const before = this.placesOf(placed, this.days.prior, this.days.start);
    const { volume } = matrix.columns;
    const entry = findLowest(volume, range, this.counts);
    if (entry === undefined) return undefined;
    if (isUndercut(volume, before, { by: volume[entry] ?? NaN, counts: this.counts })) return undefined;
    return changed ? 'undecided' : this.describe(placed, { entry, range, before });
  }

  private describe(
    placed: PlacedStock,
    { entry, range, before }: { entry: number; range: BarRange; before: BarRange },
  ): LowVolumeStock | 'undecided' {
    const { matrix } = this;
    const { columns } = matrix;
    const last = range.until - 1;
    const lowest = findLowest(columns.volume, before, this.counts);
    if (!this.isTold(placed, entry) || (lowest !== undefined && !this.isTold(placed, lowest))) return 'undecided';
    const turnoverPct = columns.turnover[last] ?? NaN;
    const usual = this.volumesOf(this.placesOf(placed, this.days.median, this.days.start));
    return {
      code: placed.stock.code,
      stockName: placed.stock.name,
      board: placed.stock.board,
      minVolume: columns.volume[entry] ?? NaN,
      entry: this.factsOf(placed, entry),
      cap: {
        close: (columns.close[last] ?? NaN) / PRICE_SCALE,
        volume: columns.volume[last] ?? NaN,
        turnoverPct: Number.isNaN(turnoverPct) ? null : turnoverPct,
        circMarketCap: findFloatCap(matrix, placed, last),
      },
      capDate: matrix.dateAt(last),
      capEstimated: Number.isNaN(columns.floatCap[last] ?? NaN),
      priorBars: this.volumesOf(before).length,
      priorMinVolume: lowest === undefined ? null : (columns.volume[lowest] ?? NaN),
      prior: lowest === undefined ? null : this.factsOf(placed, lowest),
      medianVolume: usual.length === 0 ? null : quantile(usual, 0.5),
      adjustedEntry: 'same',
    };
  }

  private volumesOf({ from, until }: BarRange): Float64Array {
    return this.matrix.columns.volume.slice(from, until).filter((_, at) => this.counts(from + at));
  }

  /** @param first Number of the first day. @param end Of the day behind the last one. */
  private placesOf({ stockNo, start }: PlacedStock, first: number, end: number): BarRange {
    const { matrix } = this;
    return {
      from: start + matrix.countThrough(stockNo, first - 1),
      until: start + matrix.countThrough(stockNo, end - 1),
    };
  }

  /** Whether the previous close of a bar is known as the statement knows it. */
  private isTold({ stockNo, start }: PlacedStock, place: number): boolean {
    const { matrix } = this;
    return place > start || (matrix.columns.preClose[place] ?? 0) > 0 || matrix.isWhole(stockNo);
  }

  /** A candidate has been listed for a year: no day of it is one of the first ones without limits. */
  private factsOf(placed: PlacedStock, place: number): DayFacts {
    return { ...readDayFacts(this.matrix, placed, place), tradingDayNo: null };
  }

  private hasChangedShares({ stock }: PlacedStock): boolean {
    const { priorStart, endDate } = this.task;
    return stock.shareChanges.some(({ tradeDate }) => tradeDate > priorStart && tradeDate <= endDate);
  }
}
