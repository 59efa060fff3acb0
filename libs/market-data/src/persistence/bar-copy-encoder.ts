import type { Bar } from '../domain/bar';

const BLOCK_BYTES = 1 << 18;
/** No row is longer: 16 fields of at most 4 + 8 bytes and their count. */
const ROW_BYTES = 2 + 16 * 12;
const FIELDS = 16;
const NULL = -1;
/** PostgreSQL counts days from 2000-01-01. */
const DAYS_TO_2000 = 10_957;
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([0xff, 0xff]);

/** Writes bars in PostgreSQL's binary COPY form, in the order of the columns of `bar_staging`. */
export class BarCopyEncoder {
  private readonly full: Buffer[] = [HEADER];
  private block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  private at = 0;

  /** @param capSourceNo Who told turnover and market cap, where not the one who told the rest. */
  add(fileNo: number, bar: Bar, capSourceNo: number | null = null): void {
    if (this.at + ROW_BYTES > BLOCK_BYTES) this.closeBlock();
    this.at = this.block.writeInt16BE(FIELDS, this.at);
    this.int4(fileNo);
    this.int4(bar.day - DAYS_TO_2000);
    this.code(bar.code);
    this.float8(bar.open);
    this.float8(bar.high);
    this.float8(bar.low);
    this.float8(bar.close);
    this.float8(bar.preClose);
    this.int8(bar.volume);
    this.float8(bar.amount);
    this.float8(bar.turnoverPct);
    this.float8(bar.circMarketCap);
    this.float8(bar.upLimit);
    this.float8(bar.downLimit);
    this.bool(bar.isSt);
    this.int2(capSourceNo);
  }

  /** The blocks that are full; they are the caller's then. */
  takeFullBlocks(): Buffer[] {
    return this.full.splice(0);
  }

  /** All that is left, with the end mark. */
  takeRest(): Buffer[] {
    this.closeBlock();
    return [...this.full.splice(0), TRAILER];
  }

  private closeBlock(): void {
    if (this.at > 0) this.full.push(this.block.subarray(0, this.at));
    this.block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.at = 0;
  }

  private int2(value: number | null): void {
    this.at = this.block.writeInt32BE(value === null ? NULL : 2, this.at);
    if (value !== null) this.at = this.block.writeInt16BE(value, this.at);
  }

  private int4(value: number): void {
    this.at = this.block.writeInt32BE(4, this.at);
    this.at = this.block.writeInt32BE(value, this.at);
  }

  /** A whole number from 0 to 2^53. */
  private int8(value: number): void {
    this.at = this.block.writeInt32BE(8, this.at);
    this.at = this.block.writeUInt32BE(Math.floor(value / 0x1_0000_0000), this.at);
    this.at = this.block.writeUInt32BE(value % 0x1_0000_0000, this.at);
  }

  private float8(value: number | null): void {
    if (value === null) {
      this.at = this.block.writeInt32BE(NULL, this.at);
    } else {
      this.at = this.block.writeInt32BE(8, this.at);
      this.at = this.block.writeDoubleBE(value, this.at);
    }
  }

  private bool(value: boolean | null): void {
    this.at = this.block.writeInt32BE(value === null ? NULL : 1, this.at);
    if (value !== null) this.at = this.block.writeUInt8(value ? 1 : 0, this.at);
  }

  private code(code: string): void {
    this.at = this.block.writeInt32BE(code.length, this.at);
    for (let index = 0; index < code.length; index += 1) {
      this.at = this.block.writeUInt8(code.charCodeAt(index), this.at);
    }
  }
}
