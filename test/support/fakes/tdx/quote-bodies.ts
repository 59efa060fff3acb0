import type { TdxExchange } from './package-row';
import type { ShareRecord } from './share-record';
import type { QuoteBar } from './tdx-market';
import { encodeVarint } from './varint';

const EXCHANGE_NUMBERS: Readonly<Record<TdxExchange, number>> = { sz: 0, sh: 1, bj: 2 };

/** The exchange of a number in a request. */
export function exchangeOfNumber(number: number | undefined): TdxExchange | undefined {
  return (['sz', 'sh', 'bj'] as const)[number ?? -1];
}

/**
 * Body of daily bars, oldest first: u16 count, then for each u32 YYYYMMDD, four varints in thousandths of a yuan (open
 * against the close of the row before, close, high and low against that open), f32 volume, f32 amount (yuan).
 * @param sharesPerUnit 1 for a volume in shares, 100 for lots.
 */
export function barsBody(bars: readonly QuoteBar[], sharesPerUnit: number): Buffer {
  const parts: Buffer[] = [u16(bars.length)];
  let lastClose = 0;
  for (const bar of bars) {
    const [open, close, high, low] = [bar.open, bar.close, bar.high, bar.low].map((yuan) => Math.round(yuan * 1000));
    const base = open ?? 0;
    const prices = [base - lastClose, (close ?? 0) - base, (high ?? 0) - base, (low ?? 0) - base];
    parts.push(u32(dayNumber(bar.day)), Buffer.from(prices.flatMap(encodeVarint)));
    parts.push(f32(bar.volume / sharesPerUnit), f32(bar.amount));
    lastClose = close ?? 0;
  }
  return Buffer.concat(parts);
}

/**
 * Body of a stock's records: 9 bytes that repeat the request (u16 1, u8 exchange, 6 bytes code), u16 count, then 29 bytes
 * for each: u8 exchange, 7 bytes code, u32 YYYYMMDD, u8 category, four f32.
 */
export function recordsBody(market: TdxExchange, code: string, records: readonly ShareRecord[]): Buffer {
  const exchange = Buffer.from([EXCHANGE_NUMBERS[market]]);
  const parts: Buffer[] = [u16(1), exchange, Buffer.from(code, 'ascii'), u16(records.length)];
  for (const { day, category, values } of records) {
    parts.push(exchange, Buffer.from(`${code}\0`, 'ascii'), u32(dayNumber(day)), Buffer.from([category]));
    parts.push(...values.map(f32));
  }
  return Buffer.concat(parts);
}

function dayNumber(day: string): number {
  return Number(day.replaceAll('-', ''));
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function f32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}
