import { asciiAt, dayAt, decimalAt } from './field-bytes';
import { InvalidFileError, shown } from './invalid-file-error';
import { type OtherCode, readVendorCode, type StockCode } from '../stock-code';

const COMMA = 0x2c;
const QUOTE = 0x22;
const SPACE = 0x20;
const TAB = 0x09;
const RETURN = 0x0d;

/** One line of a CSV file as positions in its bytes. One object serves all lines of a file. */
export class CsvRow {
  line = 0;
  private bytes: Uint8Array = new Uint8Array();
  private fields = 0;
  private readonly starts: Int32Array;
  private readonly ends: Int32Array;
  private codeText = '';
  private codeRead: StockCode | OtherCode | undefined;

  constructor(private readonly header: readonly string[]) {
    this.starts = new Int32Array(header.length);
    this.ends = new Int32Array(header.length);
  }

  /** Points at a line's fields. @throws FileRefused where their number isn't the header's, or a quote is open. */
  set(bytes: Uint8Array, start: number, end: number, line: number): void {
    this.bytes = bytes;
    this.line = line;
    this.fields = 0;
    let from = start;
    for (let at = start; at <= end; at += 1) {
      if (at === end || bytes[at] === COMMA) {
        this.add(from, at);
        from = at + 1;
      } else if (bytes[at] === QUOTE) {
        at = bytes.indexOf(QUOTE, at + 1);
        if (at < 0 || at >= end) throw new InvalidFileError(line, 'a quoted field has no end');
      }
    }
    if (this.fields !== this.header.length) {
      throw new InvalidFileError(line, `the line has ${this.fields} fields, the header ${this.header.length}`);
    }
  }

  /** A number that must be there. */
  number(column: number): number {
    const value = this.optionalNumber(column);
    if (value === null) throw new InvalidFileError(this.line, `${this.readName(column)} is empty`);
    return value;
  }

  /** A number, or null where the field is empty or the file has no such column (-1). */
  optionalNumber(column: number): number | null {
    const start = this.starts[column] ?? 0;
    const end = this.ends[column] ?? 0;
    if (start === end) return null;
    const value = decimalAt(this.bytes, start, end);
    if (Number.isNaN(value)) throw this.bad(column, 'is not a number');
    return value;
  }

  /** A date, as whole days since 1970-01-01. */
  day(column: number): number {
    const value = dayAt(this.bytes, this.starts[column] ?? 0, this.ends[column] ?? 0);
    if (Number.isNaN(value)) throw this.bad(column, 'is not a date');
    return value;
  }

  text(column: number): string {
    return asciiAt(this.bytes, this.starts[column] ?? 0, this.ends[column] ?? 0);
  }

  /** A code as vendors write it. Bare digits that a spreadsheet has stripped of leading zeros get them back. */
  code(column: number): StockCode | OtherCode {
    if (this.codeRead !== undefined && this.isText(column, this.codeText)) return this.codeRead;
    const text = this.text(column);
    const code = readVendorCode(/^[0-9]{1,5}$/.test(text) ? text.padStart(6, '0') : text);
    if (code === undefined) throw this.bad(column, 'is not a stock code');
    this.codeText = text;
    this.codeRead = code;
    return code;
  }

  private isText(column: number, text: string): boolean {
    const start = this.starts[column] ?? 0;
    if ((this.ends[column] ?? 0) - start !== text.length) return false;
    for (let at = 0; at < text.length; at += 1) {
      if (this.bytes[start + at] !== text.charCodeAt(at)) return false;
    }
    return true;
  }

  private add(from: number, to: number): void {
    let start = from;
    let end = to;
    while (start < end && isBlank(this.bytes[start])) start += 1;
    while (end > start && isBlank(this.bytes[end - 1])) end -= 1;
    if (end - start >= 2 && this.bytes[start] === QUOTE && this.bytes[end - 1] === QUOTE) {
      start += 1;
      end -= 1;
    }
    if (this.fields < this.header.length) {
      this.starts[this.fields] = start;
      this.ends[this.fields] = end;
    }
    this.fields += 1;
  }

  private bad(column: number, what: string): InvalidFileError {
    return new InvalidFileError(this.line, `${this.readName(column)} ${shown(this.text(column))} ${what}`);
  }

  private readName(column: number): string {
    return this.header[column] ?? 'the field';
  }
}

function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB || byte === RETURN;
}
