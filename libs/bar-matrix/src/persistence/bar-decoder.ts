import { type BarColumns, PRICE_SCALE, TURNOVER_SCALE } from '../domain/bar-columns';

/** What a COPY that feeds {@link BarDecoder} selects, in this order; `total_market_cap` may be left out. */
export const BAR_COLUMNS = `b.code, b.trade_date, b.open, b.high, b.low, b.close, b.pre_close, b.volume, b.amount,
  b.turnover_pct, b.circ_market_cap, b.up_limit, b.down_limit, b.is_st`;

/** Signature, flags and the length of an extension that PostgreSQL never sends. */
const HEADER_BYTES = 19;
/** Field count, code, day, volume, the flag, and eleven numbers with their lengths. */
const LONGEST_ROW = 2 + (4 + 6) + (4 + 4) + (4 + 8) + (4 + 1) + 11 * (4 + 8);
const CODE_BYTES = 6;
/** PostgreSQL counts days from 2000-01-01. */
const DAYS_TO_2000 = 10_957;
const ZERO = 48;

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

/** Reads PostgreSQL's binary COPY form of {@link BAR_COLUMNS}; no row becomes an object. */
export class BarDecoder {
  private pending: Buffer = Buffer.alloc(0);
  private begun = false;
  private at = 0;
  /** Whether every bar of a known stock and day had a place. */
  fits = true;

  constructor(private readonly target: BarTarget) {}

  take(chunk: Buffer): void {
    const bytes = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]);
    this.at = 0;
    if (!this.begun) {
      if (bytes.length < HEADER_BYTES) {
        this.pending = bytes;
        return;
      }
      this.at = HEADER_BYTES;
      this.begun = true;
    }
    while (bytes.length - this.at >= LONGEST_ROW) this.readRow(bytes);
    this.pending = bytes.subarray(this.at);
  }

  /** Reads what is left once the stream has ended. */
  finish(): void {
    this.at = 0;
    while (this.pending.length - this.at > 2) this.readRow(this.pending);
  }

  private readRow(bytes: Buffer): void {
    const fields = bytes.readInt16BE(this.at);
    // The trailer has a field count of -1.
    if (fields < 0) {
      this.at = bytes.length;
      return;
    }
    this.at += 2 + 4;
    let code = 0;
    for (let digit = 0; digit < CODE_BYTES; digit += 1) code = code * 10 + (bytes[this.at + digit] ?? 0) - ZERO;
    this.at += CODE_BYTES + 4;
    const { columns, stockNos, dayNos, nextPlace } = this.target;
    const dayNo = (dayNos[bytes.readInt32BE(this.at) + DAYS_TO_2000] ?? 0) - 1;
    this.at += 4;
    const stockNo = (stockNos[code] ?? 0) - 1;
    const place = stockNo < 0 || dayNo < 0 ? undefined : nextPlace(stockNo);
    if (place === -1) this.fits = false;
    // Outside of a typed array a value is dropped.
    const to = place ?? -1;
    columns.day[to] = dayNo;
    columns.open[to] = this.readScaled(bytes, PRICE_SCALE, 0);
    columns.high[to] = this.readScaled(bytes, PRICE_SCALE, 0);
    columns.low[to] = this.readScaled(bytes, PRICE_SCALE, 0);
    columns.close[to] = this.readScaled(bytes, PRICE_SCALE, 0);
    columns.preClose[to] = this.readScaled(bytes, PRICE_SCALE, 0);
    this.at += 4;
    columns.volume[to] = bytes.readInt32BE(this.at) * 2 ** 32 + bytes.readUInt32BE(this.at + 4);
    this.at += 8;
    columns.amount[to] = this.readNumber(bytes);
    columns.turnover[to] = this.readScaled(bytes, TURNOVER_SCALE, -1);
    columns.floatCap[to] = this.readNumber(bytes);
    columns.upLimit[to] = this.readScaled(bytes, PRICE_SCALE, -1);
    columns.downLimit[to] = this.readScaled(bytes, PRICE_SCALE, -1);
    columns.st[to] = this.readFlag(bytes);
    if (fields > 14) columns.totalCap[to] = this.readNumber(bytes);
  }

  private readScaled(bytes: Buffer, scale: number, unknown: number): number {
    const value = this.readNumber(bytes);
    return Number.isNaN(value) ? unknown : Math.round(value * scale);
  }

  /** NaN for null. */
  private readNumber(bytes: Buffer): number {
    const length = bytes.readInt32BE(this.at);
    this.at += 4;
    if (length < 0) return NaN;
    this.at += 8;
    return bytes.readDoubleBE(this.at - 8);
  }

  private readFlag(bytes: Buffer): number {
    const length = bytes.readInt32BE(this.at);
    this.at += 4;
    if (length < 0) return -1;
    this.at += 1;
    return bytes[this.at - 1] ?? -1;
  }
}
