import { type CalendarDay, parseCalendarDay } from '#lib/kernel';
import type { TdxMarket } from './market-file';
import { QuoteFrameError } from './quote-frames';
import type { ShareRecord } from './share-record';

/** A day bar of a quote server: yuan, shares as sent (in lots by some servers), amount in yuan. */
export interface QuoteBar {
  readonly day: CalendarDay;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly amount: number;
}

const MARKET_NUMBERS: Readonly<Record<TdxMarket, number>> = { sz: 0, sh: 1, bj: 2 };
const DAY_BARS = 4;
const RECORD = 29;
const RECORDS_FROM = 11;

/** Request of at most 800 day bars, newest first from `start`; the response has them oldest first. */
export function buildBarsData(market: TdxMarket, code: string, start: number, count: number): Buffer {
  const data = Buffer.alloc(26);
  data.writeUInt8(MARKET_NUMBERS[market], 0);
  data.write(code, 2, 'latin1');
  data.writeUInt16LE(DAY_BARS, 8);
  data.writeUInt16LE(1, 10);
  data.writeUInt16LE(start, 12);
  data.writeUInt16LE(count, 14);
  return data;
}

/** Request of one stock's records. */
export function buildRecordsData(market: TdxMarket, code: string): Buffer {
  const data = Buffer.alloc(9);
  data.writeUInt16LE(1, 0);
  data.writeUInt8(MARKET_NUMBERS[market], 2);
  data.write(code, 3, 'latin1');
  return data;
}

/**
 * Reads day bars: u16 count, then rows of u32 YYYYMMDD, four varints in thousandths of a yuan (open from the close before,
 * close, high and low from that open), f32 volume, f32 amount.
 * @throws QuoteFrameError if the body ends early or a day is none.
 */
export function readBars(body: Buffer): QuoteBar[] {
  const reader = new BodyReader(body);
  const count = reader.u16();
  const bars: QuoteBar[] = [];
  let lastClose = 0;
  for (let row = 0; row < count; row += 1) {
    const day = reader.day();
    const open = lastClose + reader.varint();
    const close = open + reader.varint();
    const high = open + reader.varint();
    const low = open + reader.varint();
    bars.push({
      day,
      open: open / 1000,
      high: high / 1000,
      low: low / 1000,
      close: close / 1000,
      volume: reader.f32(),
      amount: reader.f32(),
    });
    lastClose = close;
  }
  return bars;
}

/**
 * Reads the records of a stock: 9 bytes, u16 count, then records of 29 bytes: u8 market, 7 bytes code, u32 YYYYMMDD, u8
 * category, four f32.
 * @throws QuoteFrameError if the body ends early or a day is none.
 */
export function readRecords(body: Buffer): ShareRecord[] {
  if (body.length < RECORDS_FROM) throw new QuoteFrameError(`records of ${body.length} bytes have no count`);
  const count = body.readUInt16LE(RECORDS_FROM - 2);
  const reader = new BodyReader(body.subarray(RECORDS_FROM, RECORDS_FROM + count * RECORD));
  return Array.from({ length: count }, () => {
    reader.skip(1);
    const code = reader.text(7);
    const day = reader.day();
    const category = reader.u8();
    return { code, day, category, values: [reader.f32(), reader.f32(), reader.f32(), reader.f32()] as const };
  });
}

/** Reads a body from its beginning. */
class BodyReader {
  private at = 0;

  constructor(private readonly body: Buffer) {}

  skip(bytes: number): void {
    this.take(bytes);
  }

  u8(): number {
    return this.body.readUInt8(this.take(1));
  }

  u16(): number {
    return this.body.readUInt16LE(this.take(2));
  }

  f32(): number {
    const value = this.body.readFloatLE(this.take(4));
    if (!Number.isFinite(value)) throw new QuoteFrameError('a number is not finite');
    return value;
  }

  text(bytes: number): string {
    const at = this.take(bytes);
    return this.body.toString('latin1', at, at + bytes).replace(/\0.*$/s, '');
  }

  day(): CalendarDay {
    const number = String(this.body.readUInt32LE(this.take(4)));
    const day = parseCalendarDay(`${number.slice(0, 4)}-${number.slice(4, 6)}-${number.slice(6)}`);
    if (day === undefined) throw new QuoteFrameError(`${number} is no day`);
    return day;
  }

  /** First byte: 6 bits of the value, 0x40 the sign, 0x80 more to come; then 7 bits each. */
  varint(): number {
    const first = this.u8();
    let value = first & 0x3f;
    let shift = 6;
    for (let more = (first & 0x80) !== 0; more; shift += 7) {
      const next = this.u8();
      value += (next & 0x7f) * 2 ** shift;
      more = (next & 0x80) !== 0;
      if (shift > 41) throw new QuoteFrameError('a number has no end');
    }
    return (first & 0x40) === 0 ? value : -value;
  }

  /** @returns where the bytes begin. */
  private take(bytes: number): number {
    const at = this.at;
    if (at + bytes > this.body.length) throw new QuoteFrameError(`the body ends at ${this.body.length} bytes`);
    this.at = at + bytes;
    return at;
  }
}
