import { type OtherCode, readVendorCode, type StockCode } from '../stock-code';
import { findBarError } from './find-bar-error';
import { type BarFileFormat, type BarFileParser, type BarSink, emptyBar } from './bar-file-parser';
import { toDayNumber } from './day-number';
import { InvalidFileError, shown } from './invalid-file-error';

const RECORD_BYTES = 32;
const FEN_PER_YUAN = 100;
/** The upper three bytes of the last field if the volume is in hundreds. */
const OVERFLOW = 0xc3640000;

/**
 * TongDaXin's `.day` files: little-endian records of date YYYYMMDD, open, high, low, close (in fen), amount (float32
 * yuan), volume (shares), and four bytes that mean something only if the volume does not fit in 32 bits ({@link readVolume}).
 * The exchange is in the file's name alone (`sh000001.day` is an index, `sz000001.day` a stock). Unadjusted; no previous
 * close, no turnover.
 */
export const tdxDay: BarFileFormat = (fileName, sink) => {
  const code = /^(?:sh|sz|bj)[0-9]{6}\.day$/i.test(fileName) ? readVendorCode(fileName.slice(0, 8)) : undefined;
  if (code === undefined) {
    throw new InvalidFileError(
      null,
      `the file name ${shown(fileName)} is not like sh600000.day, where the exchange is told`,
    );
  }
  return new TdxDayParser(code, sink);
};

class TdxDayParser implements BarFileParser {
  private readonly bar = emptyBar();
  private rest: Uint8Array = new Uint8Array();
  private record = 0;

  constructor(
    private readonly code: StockCode | OtherCode,
    private readonly sink: BarSink,
  ) {}

  push(chunk: Uint8Array): void {
    const bytes = new Uint8Array(this.rest.length + chunk.length);
    bytes.set(this.rest);
    bytes.set(chunk, this.rest.length);
    const view = new DataView(bytes.buffer);
    let at = 0;
    for (; at + RECORD_BYTES <= bytes.length; at += RECORD_BYTES) this.takeRecord(view, at);
    this.rest = bytes.subarray(at);
  }

  end(): void {
    if (this.rest.length > 0) {
      throw new InvalidFileError(
        this.record + 1,
        `record ${this.record + 1} is cut off: ${this.rest.length} bytes instead of ${RECORD_BYTES}`,
      );
    }
  }

  private takeRecord(view: DataView, at: number): void {
    this.record += 1;
    if (this.code.kind !== 'stock') {
      this.sink.leftOut(this.code);
      return;
    }
    const { bar } = this;
    const ymd = view.getUint32(at, true);
    bar.code = this.code.code;
    bar.day = toDayNumber(ymd);
    if (Number.isNaN(bar.day)) throw new InvalidFileError(this.record, `${ymd} is not a date`);
    bar.volume = readVolume(view.getUint32(at + 24, true), view.getUint32(at + 28, true));
    if (bar.volume === 0) {
      this.sink.noBar();
      return;
    }
    bar.open = view.getUint32(at + 4, true) / FEN_PER_YUAN;
    bar.high = view.getUint32(at + 8, true) / FEN_PER_YUAN;
    bar.low = view.getUint32(at + 12, true) / FEN_PER_YUAN;
    bar.close = view.getUint32(at + 16, true) / FEN_PER_YUAN;
    bar.amount = view.getFloat32(at + 20, true);
    const fault = Number.isFinite(bar.amount) ? findBarError(bar) : 'the amount is not a number';
    if (fault !== undefined) throw new InvalidFileError(this.record, fault);
    this.sink.bar(bar, this.code, this.record);
  }
}

/** Volume in shares. A volume above 32 bits is stored in hundreds, marked in the last field, whose lowest byte has the rest. */
function readVolume(volume: number, last: number): number {
  return (last & 0xffffff00) >>> 0 === OVERFLOW ? volume * 100 + (last & 0xff) : volume;
}
