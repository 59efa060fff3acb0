import type { Bar } from '../bar';
import type { OtherCode, StockCode } from '../stock-code';
import { findBarError } from './find-bar-error';
import { type BarFileParser, type BarSink, emptyBar } from './bar-file-parser';
import { CsvHeader } from './csv-header';
import { CsvRow } from './csv-row';
import { InvalidFileError } from './invalid-file-error';

/** How one vendor's lines become bars. */
export interface CsvLineReader {
  code(row: CsvRow): StockCode | OtherCode;
  /** Whether the stock traded that day; where not, the row is no bar and only its date and numbers of trade are read. */
  read(row: CsvRow, bar: Bar): boolean;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** No vendor's line comes near it; without a bound a file of another kind would be held in memory whole. */
const LONGEST_LINE = 1 << 20;

/** Splits a CSV file into lines and hands each to the reader that its header chose. */
export class CsvBarParser implements BarFileParser {
  private readonly bar = emptyBar();
  private rest: Uint8Array = new Uint8Array();
  private line = 0;
  private reader: CsvLineReader | undefined;
  private row: CsvRow | undefined;

  constructor(
    private readonly readerOf: (header: CsvHeader) => CsvLineReader,
    private readonly sink: BarSink,
  ) {}

  push(chunk: Uint8Array): void {
    const bytes = this.rest.length === 0 ? chunk : joined(this.rest, chunk);
    let start = 0;
    for (;;) {
      const end = bytes.indexOf(NEWLINE, start);
      if (end < 0) break;
      this.takeLine(bytes, start, end);
      start = end + 1;
    }
    // A copy: the chunk's memory may be used again by whoever gave it.
    this.rest = bytes.slice(start);
    if (this.rest.length > LONGEST_LINE) throw new InvalidFileError(this.line + 1, 'the line is longer than 1 MiB');
  }

  end(): void {
    if (this.rest.length > 0) this.takeLine(this.rest, 0, this.rest.length);
    if (this.reader === undefined) throw new InvalidFileError(1, 'the file is empty');
  }

  private takeLine(bytes: Uint8Array, start: number, lineEnd: number): void {
    this.line += 1;
    const end = bytes[lineEnd - 1] === RETURN && lineEnd > start ? lineEnd - 1 : lineEnd;
    if (this.reader === undefined || this.row === undefined) {
      const marked = BYTE_ORDER_MARK.every((byte, at) => bytes[start + at] === byte);
      const header = new CsvHeader(bytes.subarray(marked ? start + BYTE_ORDER_MARK.length : start, end));
      this.reader = this.readerOf(header);
      this.row = new CsvRow(header.names);
    } else if (end > start) {
      this.row.set(bytes, start, end, this.line);
      this.takeRow(this.reader, this.row);
    }
  }

  private takeRow(reader: CsvLineReader, row: CsvRow): void {
    const stock = reader.code(row);
    if (stock.kind !== 'stock') {
      this.sink.leftOut(stock);
      return;
    }
    const { bar } = this;
    bar.code = stock.code;
    if (!reader.read(row, bar)) {
      this.sink.noBar();
      return;
    }
    const fault = findBarError(bar);
    if (fault !== undefined) throw new InvalidFileError(this.line, fault);
    if (bar.volume === 0) this.sink.noBar();
    else this.sink.bar(bar, stock, this.line);
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
