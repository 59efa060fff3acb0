import { type BarMatrix, BarReader, type StockBars } from '#lib/bar-matrix/domain';
import { AMOUNT_DAYS, findFilter, type ScreenFilters } from '#lib/screens/domain';
import { MarketDays } from '../domain/market/market-days';
import { MarketTile, TILE_STOCKS } from './market-tile';

/** Bars over which the likeness of stocks is measured. */
const LIKENESS_BARS = 60;
/** Bars before the first day that its facts read. */
const MARGIN = Math.max(LIKENESS_BARS, AMOUNT_DAYS) + 1;

/** Reads the days of a matrix from a position on, stock by stock. */
export class MarketReader {
  readonly market: MarketDays;
  private readonly reader: BarReader;
  private readonly tile: MarketTile;
  private readonly lastDay: number;
  private readonly universe: ScreenFilters;

  /** @param filters Of the study; its bounds of the market cap do not make the universe. */
  constructor(
    private readonly matrix: BarMatrix,
    private readonly firstDay: number,
    filters: ScreenFilters,
  ) {
    this.universe = { ...filters, circMktMinYi: null, circMktMaxYi: null };
    const { openDayNos, stocks } = matrix.facts;
    this.market = new MarketDays(openDayNos.slice(firstDay), stocks.length);
    this.tile = new MarketTile(this.market);
    this.reader = new BarReader(matrix);
    this.lastDay = openDayNos.length - 1;
  }

  /**
   * Stores the days of a stock, one after the other from the first on.
   * @returns its bars, valid until the next stock is read; undefined where it has none.
   */
  read(stockNo: number): StockBars | undefined {
    const { matrix, firstDay, lastDay } = this;
    const before = matrix.countThrough(stockNo, firstDay - 1);
    const count = matrix.countThrough(stockNo, lastDay) - Math.max(0, before - MARGIN);
    const bars = this.reader.read(stockNo, lastDay, count, lastDay + 1);
    if (bars !== undefined) this.stage(stockNo % TILE_STOCKS, bars);
    if ((stockNo + 1) % TILE_STOCKS === 0 || stockNo === this.market.stocks - 1) {
      this.tile.flush(stockNo - (stockNo % TILE_STOCKS));
    }
    return bars;
  }

  private stage(index: number, bars: StockBars): void {
    const { tile, firstDay, lastDay } = this;
    const { day, open, close, floatCap, count } = bars;
    const { gains, squares } = sumGains(close);
    for (let at = 0; at < count; at += 1) {
      const row = (day[at] ?? 0) - firstDay;
      // A suspended stock keeps what its last bar told.
      const next = (day[at + 1] ?? lastDay + 1) - firstDay;
      if (next <= 0) continue;
      if (row >= 0) tile.setOpen(index, row, open[at] ?? NaN);
      tile.setEvenings(index, Math.max(row, 0), next, {
        close: close[at] ?? NaN,
        cap: floatCap[at] ?? NaN,
        gain60: (close[at] ?? NaN) / (close[at - LIKENESS_BARS] ?? NaN) - 1,
        deviation60: deviation(gains, squares, at),
        passes: findFilter(bars, at, this.universe) === undefined ? 1 : 0,
      });
    }
  }
}

/** Sums of the daily gains, and of their squares, up to each bar. */
function sumGains(close: Float64Array): { gains: Float64Array; squares: Float64Array } {
  const [gains, squares] = [new Float64Array(close.length), new Float64Array(close.length)];
  for (let at = 1; at < close.length; at += 1) {
    const gain = (close[at] ?? NaN) / (close[at - 1] ?? NaN) - 1;
    gains[at] = (gains[at - 1] ?? 0) + gain;
    squares[at] = (squares[at - 1] ?? 0) + gain * gain;
  }
  return { gains, squares };
}

/** Standard deviation of the newest 60 gains; NaN without so many. */
function deviation(gains: Float64Array, squares: Float64Array, at: number): number {
  const before = at - LIKENESS_BARS;
  if (before < 0) return NaN;
  const mean = ((gains[at] ?? NaN) - (gains[before] ?? NaN)) / LIKENESS_BARS;
  const square = ((squares[at] ?? NaN) - (squares[before] ?? NaN)) / LIKENESS_BARS;
  return Math.sqrt(Math.max(0, square - mean * mean));
}
