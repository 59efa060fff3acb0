import { type BarMatrix, BarReader, type StockBars } from '#lib/bar-matrix/domain';
import { AMOUNT_DAYS, findFilter, type ScreenFilters } from '#lib/screens/domain';
import { MarketDays } from '../domain/market/market-days';

/** Bars over which the likeness of stocks is measured. */
const LIKENESS_BARS = 60;
/** Bars before the first day that its facts read. */
const MARGIN = Math.max(LIKENESS_BARS, AMOUNT_DAYS) + 1;

/** Reads the days of a matrix from a position on, stock by stock. */
export class MarketReader {
  readonly market: MarketDays;
  private readonly reader: BarReader;
  private readonly lastDay: number;

  /** @param filters Of the study; its bounds of the market cap do not make the universe. */
  constructor(
    private readonly matrix: BarMatrix,
    private readonly firstDay: number,
    private readonly filters: ScreenFilters,
  ) {
    const { openDayNos, stocks } = matrix.facts;
    this.market = new MarketDays(openDayNos.slice(firstDay), stocks.length);
    this.reader = new BarReader(matrix);
    this.lastDay = openDayNos.length - 1;
  }

  /** Stores the days of a stock. @returns its bars, valid until the next stock is read; undefined where it has none. */
  read(stockNo: number): StockBars | undefined {
    const { matrix, firstDay, lastDay } = this;
    const before = matrix.countThrough(stockNo, firstDay - 1);
    const count = matrix.countThrough(stockNo, lastDay) - Math.max(0, before - MARGIN);
    const bars = this.reader.read(stockNo, lastDay, count, lastDay + 1);
    if (bars !== undefined) this.store(stockNo, bars);
    return bars;
  }

  private store(stockNo: number, bars: StockBars): void {
    const { market, firstDay } = this;
    const universe = { ...this.filters, circMktMinYi: null, circMktMaxYi: null };
    const { day, open, close, floatCap } = bars;
    const { gains, squares } = sumGains(close);
    for (let at = 0; at < bars.count; at += 1) {
      const row = (day[at] ?? 0) - firstDay;
      const next = (day[at + 1] ?? this.lastDay + 1) - firstDay;
      if (next <= 0) continue;
      // A stock that is suspended on the first day brings what it knew before.
      const place = Math.max(row, 0) * market.stocks + stockNo;
      if (row >= 0) market.open[place] = open[at] ?? NaN;
      market.close[place] = close[at] ?? NaN;
      market.passes[place] = findFilter(bars, at, universe) === undefined ? 1 : 0;
      market.cap[place] = floatCap[at] ?? NaN;
      market.gain60[place] = (close[at] ?? NaN) / (close[at - LIKENESS_BARS] ?? NaN) - 1;
      market.deviation60[place] = deviation(gains, squares, at);
      market.carry(stockNo, Math.max(row, 0), next);
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
