import { type BarColumns, PRICE_SCALE, TURNOVER_SCALE } from '../domain/bar-columns';
import { CopyDecoder } from './copy-decoder';

/** What a COPY that feeds {@link BarDecoder} selects, in this order. */
export const BAR_COLUMNS = `b.code, b.trade_date, b.open, b.high, b.low, b.close, b.pre_close, b.volume, b.amount,
  b.turnover_pct, b.circ_market_cap, b.up_limit, b.down_limit, b.is_st`;

/** Field count, code, day, volume, the flag, and ten numbers with their lengths. */
const LONGEST_ROW = 2 + (4 + 6) + (4 + 4) + (4 + 8) + (4 + 1) + 10 * (4 + 8);

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

/** Reads {@link BAR_COLUMNS} into the places of a matrix. */
export class BarDecoder extends CopyDecoder {
  /** Whether every bar of a known stock and day had a place. */
  fits = true;

  constructor(private readonly target: BarTarget) {
    super(LONGEST_ROW);
  }

  protected readRow(): void {
    const { columns, stockNos, dayNos, nextPlace } = this.target;
    const stockNo = (stockNos[this.readCode()] ?? 0) - 1;
    const dayNo = (dayNos[this.readEpochDay()] ?? 0) - 1;
    // Outside of a typed array a value is dropped.
    const place = stockNo < 0 || dayNo < 0 ? -1 : nextPlace(stockNo);
    if (place < 0 && stockNo >= 0 && dayNo >= 0) this.fits = false;
    columns.day[place] = dayNo;
    columns.open[place] = this.readScaled(PRICE_SCALE, 0);
    columns.high[place] = this.readScaled(PRICE_SCALE, 0);
    columns.low[place] = this.readScaled(PRICE_SCALE, 0);
    columns.close[place] = this.readScaled(PRICE_SCALE, 0);
    columns.preClose[place] = this.readScaled(PRICE_SCALE, 0);
    columns.volume[place] = this.readBigInteger();
    columns.amount[place] = this.readNumber();
    columns.turnover[place] = this.readScaled(TURNOVER_SCALE, -1);
    columns.floatCap[place] = this.readNumber();
    columns.upLimit[place] = this.readScaled(PRICE_SCALE, -1);
    columns.downLimit[place] = this.readScaled(PRICE_SCALE, -1);
    columns.st[place] = this.readFlag();
  }
}
