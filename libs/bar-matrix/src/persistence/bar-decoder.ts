import { type BarColumns, PRICE_SCALE } from '../domain/bar-columns';
import { CopyDecoder } from './copy-decoder';

/** What a COPY that feeds {@link BarDecoder} selects, in this order. */
export const BAR_COLUMNS = `b.code, b.trade_date, b.open, b.high, b.low, b.close, b.pre_close, b.volume, b.amount,
  b.turnover_pct, b.circ_market_cap, b.up_limit, b.down_limit, b.is_st`;

/** Field count, code, day, volume, the flag, and ten numbers with their lengths. */
const LONGEST_ROW = 2 + (4 + 6) + (4 + 4) + (4 + 8) + (4 + 1) + 10 * (4 + 8);

/** Numbers of a staged row. */
const WIDTH = 13;
/** Rows that are staged at a time at most: those of two dozen days of the market. */
const STAGED_ROWS = 131_072;

/** Where the bars of a stream go. */
export interface BarTarget {
  readonly columns: BarColumns;
  /** By the code as a number: the stock's number + 1; 0: unknown. */
  readonly stockNos: Uint16Array;
  /** By whole days since 1970-01-01: the position in the market's days + 1; 0: unknown. */
  readonly dayNos: Uint16Array;
  /** The place of a stock's next bar; -1 where there is no room. */
  readonly nextPlace: (stockNo: number) => number;
}

/**
 * Reads {@link BAR_COLUMNS} into the places of a matrix. Rows come by the day, places lie by the stock: written one by one, each
 * number would miss the processor's cache. So some days are staged, and stored stock by stock.
 */
export class BarDecoder extends CopyDecoder {
  /** Whether every bar of a known stock and day had a place. */
  fits = true;
  private readonly rows: Float64Array;
  private readonly stocks: Uint16Array;
  private readonly order: Uint32Array;
  private staged = 0;

  constructor(private readonly target: BarTarget) {
    super(LONGEST_ROW);
    // The bars of one stock need no room for a whole market's, 14 MB of it.
    const room = Math.min(STAGED_ROWS, Math.max(1, target.columns.day.length));
    this.rows = new Float64Array(room * WIDTH);
    this.stocks = new Uint16Array(room);
    this.order = new Uint32Array(room);
  }

  override finish(): void {
    super.finish();
    this.store();
  }

  protected readRow(): void {
    const { stockNos, dayNos } = this.target;
    const stockNo = (stockNos[this.readCode()] ?? 0) - 1;
    const dayNo = (dayNos[this.readEpochDay()] ?? 0) - 1;
    const { rows } = this;
    const at = this.staged * WIDTH;
    rows[at] = dayNo;
    rows[at + 1] = this.readScaled(PRICE_SCALE, 0);
    rows[at + 2] = this.readScaled(PRICE_SCALE, 0);
    rows[at + 3] = this.readScaled(PRICE_SCALE, 0);
    rows[at + 4] = this.readScaled(PRICE_SCALE, 0);
    rows[at + 5] = this.readScaled(PRICE_SCALE, 0);
    rows[at + 6] = this.readBigInteger();
    rows[at + 7] = this.readNumber();
    rows[at + 8] = this.readNumber();
    rows[at + 9] = this.readNumber();
    rows[at + 10] = this.readScaled(PRICE_SCALE, -1);
    rows[at + 11] = this.readScaled(PRICE_SCALE, -1);
    rows[at + 12] = this.readFlag();
    if (stockNo < 0 || dayNo < 0) return;
    this.stocks[this.staged] = stockNo;
    this.staged += 1;
    if (this.staged === this.stocks.length) this.store();
  }

  /** Stores what is staged, the rows of a stock in the order in which they came. */
  private store(): void {
    const { nextPlace } = this.target;
    this.sortByStock();
    for (let index = 0; index < this.staged; index += 1) {
      const row = this.order[index] ?? 0;
      const place = nextPlace(this.stocks[row] ?? 0);
      if (place < 0) this.fits = false;
      else this.storeRow(row * WIDTH, place);
    }
    this.staged = 0;
  }

  private storeRow(at: number, place: number): void {
    const { rows } = this;
    const { columns } = this.target;
    columns.day[place] = rows[at] ?? 0;
    columns.open[place] = rows[at + 1] ?? 0;
    columns.high[place] = rows[at + 2] ?? 0;
    columns.low[place] = rows[at + 3] ?? 0;
    columns.close[place] = rows[at + 4] ?? 0;
    columns.preClose[place] = rows[at + 5] ?? 0;
    columns.volume[place] = rows[at + 6] ?? 0;
    columns.amount[place] = rows[at + 7] ?? NaN;
    columns.turnover[place] = rows[at + 8] ?? NaN;
    columns.floatCap[place] = rows[at + 9] ?? NaN;
    columns.upLimit[place] = rows[at + 10] ?? -1;
    columns.downLimit[place] = rows[at + 11] ?? -1;
    columns.st[place] = rows[at + 12] ?? -1;
  }

  /** Counts the rows of each stock, which tells where its first one goes. */
  private sortByStock(): void {
    const starts = new Uint32Array(65_537);
    for (let row = 0; row < this.staged; row += 1)
      starts[(this.stocks[row] ?? 0) + 1] = (starts[(this.stocks[row] ?? 0) + 1] ?? 0) + 1;
    for (let stockNo = 1; stockNo < starts.length; stockNo += 1)
      starts[stockNo] = (starts[stockNo] ?? 0) + (starts[stockNo - 1] ?? 0);
    for (let row = 0; row < this.staged; row += 1) {
      const stockNo = this.stocks[row] ?? 0;
      const position = starts[stockNo] ?? 0;
      this.order[position] = row;
      starts[stockNo] = position + 1;
    }
  }
}
