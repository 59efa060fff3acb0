/** Signature, flags and the length of an extension that PostgreSQL never sends. */
const HEADER_BYTES = 19;
const CODE_BYTES = 6;
/** PostgreSQL counts days from 2000-01-01. */
const DAYS_TO_2000 = 10_957;
const ZERO = 48;

/** Reads PostgreSQL's binary COPY form, field by field; no row becomes an object. */
export abstract class CopyDecoder {
  private pending: Buffer = Buffer.alloc(0);
  private begun = false;
  private bytes: Buffer = this.pending;
  /** Of the same bytes: it reads numbers several times as fast as a buffer does. */
  private view: DataView = new DataView(new ArrayBuffer(0));
  private at = 0;

  /** @param longestRow Bytes of the longest row, its count of fields and their lengths included. */
  protected constructor(private readonly longestRow: number) {}

  take(chunk: Buffer): void {
    this.open(this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]));
    if (!this.begun) {
      if (this.bytes.length < HEADER_BYTES) {
        this.pending = this.bytes;
        return;
      }
      this.at = HEADER_BYTES;
      this.begun = true;
    }
    while (this.bytes.length - this.at >= this.longestRow) this.readNext();
    this.pending = this.bytes.subarray(this.at);
  }

  /** Reads what is left once the stream has ended. */
  finish(): void {
    this.open(this.pending);
    while (this.bytes.length - this.at > 2) this.readNext();
  }

  /** Reads the fields of a row, in their order. */
  protected abstract readRow(): void;

  /** A text of six digits as a number. */
  protected readCode(): number {
    this.at += 4;
    let code = 0;
    for (const end = this.at + CODE_BYTES; this.at < end; this.at += 1) {
      code = code * 10 + (this.bytes[this.at] ?? 0) - ZERO;
    }
    return code;
  }

  /** A date as whole days since 1970-01-01. */
  protected readEpochDay(): number {
    this.at += 8;
    return this.view.getInt32(this.at - 4) + DAYS_TO_2000;
  }

  protected readBigInteger(): number {
    this.at += 12;
    return this.view.getInt32(this.at - 8) * 2 ** 32 + this.view.getUint32(this.at - 4);
  }

  /** A double; NaN for null. */
  protected readNumber(): number {
    this.at += 4;
    if (this.view.getInt32(this.at - 4) < 0) return NaN;
    this.at += 8;
    return this.view.getFloat64(this.at - 8);
  }

  /** A double as whole parts of a unit; `unknown` for null. */
  protected readScaled(scale: number, unknown: number): number {
    const value = this.readNumber();
    return Number.isNaN(value) ? unknown : Math.round(value * scale);
  }

  /** A boolean as 1 or 0; -1 for null. */
  protected readFlag(): number {
    this.at += 4;
    if (this.view.getInt32(this.at - 4) < 0) return -1;
    this.at += 1;
    return this.bytes[this.at - 1] ?? -1;
  }

  private open(bytes: Buffer): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.at = 0;
  }

  private readNext(): void {
    // The trailer has a field count of -1.
    if (this.view.getInt16(this.at) < 0) {
      this.at = this.bytes.length;
      return;
    }
    this.at += 2;
    this.readRow();
  }
}
