import type { ChipBarMatrix } from '../domain/chip-bar-matrix';

/** Signature, flags and the length of an extension that PostgreSQL never sends. */
const HEADER_BYTES = 19;
const FIELDS = 7;
/** Field count, code, day and five numbers with their lengths. */
const LONGEST_ROW = 2 + (4 + 6) + (4 + 4) + 5 * (4 + 8);
const DAYS_TO_2000 = 10_957;
const CODE_BYTES = 6;

/** What a COPY that feeds {@link BarCopyDecoder} selects, in this order. */
export const CHIP_BAR_COLUMNS = 'code, trade_date, open, high, low, close, turnover_pct';

/** Reads PostgreSQL's binary COPY form of {@link CHIP_BAR_COLUMNS} into a matrix; no row becomes an object. */
export class BarCopyDecoder {
  private pending: Buffer = Buffer.alloc(0);
  private begun = false;

  constructor(private readonly matrix: ChipBarMatrix) {}

  take(chunk: Buffer): void {
    const bytes = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]);
    let at = 0;
    if (!this.begun) {
      if (bytes.length < HEADER_BYTES) {
        this.pending = bytes;
        return;
      }
      at = HEADER_BYTES;
      this.begun = true;
    }
    while (bytes.length - at >= LONGEST_ROW) at = this.readRow(bytes, at);
    this.pending = bytes.subarray(at);
  }

  /** Reads what is left once the stream has ended. */
  finish(): void {
    let at = 0;
    while (this.pending.length - at > 2) at = this.readRow(this.pending, at);
  }

  private readRow(bytes: Buffer, start: number): number {
    // The trailer has a field count of -1.
    if (bytes.readInt16BE(start) !== FIELDS) return bytes.length;
    const code = bytes.toString('latin1', start + 6, start + 6 + CODE_BYTES);
    let at = start + 6 + CODE_BYTES + 4;
    const day = bytes.readInt32BE(at) + DAYS_TO_2000;
    at += 4;
    const { matrix } = this;
    const stockNo = matrix.stockNoOf(code);
    const place = stockNo === undefined ? undefined : matrix.nextPlace(stockNo);
    if (place !== undefined) {
      matrix.day[place] = day;
      matrix.open[place] = bytes.readDoubleBE(at + 4);
      matrix.high[place] = bytes.readDoubleBE(at + 16);
      matrix.low[place] = bytes.readDoubleBE(at + 28);
      matrix.close[place] = bytes.readDoubleBE(at + 40);
      matrix.turnoverPct[place] = bytes.readInt32BE(at + 48) < 0 ? Number.NaN : bytes.readDoubleBE(at + 52);
    }
    return at + (bytes.readInt32BE(at + 48) < 0 ? 52 : 60);
  }
}
