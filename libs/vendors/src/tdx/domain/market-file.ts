import { PackageError } from './package-error';

/** TongDaXin's names of the exchanges, as its files and quote servers have them. */
export const TDX_MARKETS = ['sh', 'sz', 'bj'] as const;
export type TdxMarket = (typeof TDX_MARKETS)[number];

/** One instrument of a market on a day: a stock, fund, index or bond. Yuan, shares; indexes of TongDaXin's own have no price. */
export interface InstrumentDay {
  readonly market: TdxMarket;
  /** Six digits. Unique in its market only: 000001 is an index in Shanghai and a bank in Shenzhen. */
  readonly code: string;
  /** As of that day, with marks such as `XD` and `*ST`. */
  readonly name: string;
  readonly previousClose: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly amount: number;
}

const CODE_RECORD = 150;
const PRICE_RECORD = 512;
const CLOSE_AT = 36;
const NAME_FROM = 40;
const NAME_TO = 72;

/** Reads names in GBK up to the first NUL. Node's decoder replaces what is no GBK. */
const GBK = new TextDecoder('gbk');

/**
 * Joins a market's `.cod` (names) and `.md1` (prices) of a day. Few instruments are stocks: of those that are not wanted
 * the code and the number of the block are read, and nothing more.
 *
 * `.cod`: records of 150 bytes: 0..6 code, 32..34 u16 number of the price block, 40..72 name in GBK. `.md1`: blocks of 512
 * bytes: f64 at 4 previous close, 12 open, 20 high, 28 low, 36 close; u64 at 56 volume; f64 at 72 amount. Little-endian.
 * Source: docs/market-tdx.md, "Day packages".
 *
 * @param isWanted By code; default all.
 * @throws PackageError `record_size` if a size is not whole records, or a record names a block that is not there.
 */
export function readMarketFile(
  market: TdxMarket,
  codes: Buffer,
  prices: Buffer,
  isWanted: (code: string) => boolean = () => true,
): InstrumentDay[] {
  requireWhole(`${market} .cod`, codes, CODE_RECORD);
  requireWhole(`${market} .md1`, prices, PRICE_RECORD);
  const found: InstrumentDay[] = [];
  const numbers = viewOf(prices);
  for (let at = 0; at < codes.length; at += CODE_RECORD) {
    const block = blockOf(codes, at);
    const code = readCode(codes, at);
    if (block + PRICE_RECORD > prices.length) {
      const blocks = prices.length / PRICE_RECORD;
      throw new PackageError(
        'record_size',
        `a price block of ${market}${code} among ${blocks}`,
        `block ${block / PRICE_RECORD}`,
      );
    }
    if (!isWanted(code)) continue;
    found.push({
      market,
      code,
      name: readName(codes, at),
      previousClose: numbers.getFloat64(block + 4, true),
      open: numbers.getFloat64(block + 12, true),
      high: numbers.getFloat64(block + 20, true),
      low: numbers.getFloat64(block + 28, true),
      close: numbers.getFloat64(block + CLOSE_AT, true),
      // Exact up to 2^53, as a bigint that becomes a number is.
      volume: numbers.getUint32(block + 60, true) * 2 ** 32 + numbers.getUint32(block + 56, true),
      amount: numbers.getFloat64(block + 72, true),
    });
  }
  return found;
}

/** How many instruments of a market's files, which {@link readMarketFile} accepted, have a price. */
export function countPriced(codes: Buffer, prices: Buffer): number {
  const numbers = viewOf(prices);
  let priced = 0;
  for (let at = 0; at < codes.length; at += CODE_RECORD) {
    if (numbers.getFloat64(blockOf(codes, at) + CLOSE_AT, true) > 0) priced += 1;
  }
  return priced;
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}

/** Where the price block of a record begins. */
function blockOf(codes: Buffer, at: number): number {
  return codes.readUInt16LE(at + 32) * PRICE_RECORD;
}

function readCode(codes: Buffer, at: number): string {
  const code = codes.toString('latin1', at, at + 6);
  return (code.includes('\0') ? code.replaceAll('\0', ' ') : code).trimEnd();
}

function requireWhole(what: string, content: Buffer, record: number): void {
  if (content.length > 0 && content.length % record === 0) return;
  throw new PackageError('record_size', `${what} of whole records of ${record} bytes`, `${content.length} bytes`);
}

/** Most names are those of the day before, and decoding is most of reading. */
const names = new Map<string, string>();
const MOST_NAMES = 50_000;

function readName(codes: Buffer, at: number): string {
  const field = codes.toString('latin1', at + NAME_FROM, at + NAME_TO);
  const known = names.get(field);
  if (known !== undefined) return known;
  const end = field.indexOf('\0');
  const from = at + NAME_FROM;
  const name = GBK.decode(codes.subarray(from, end === -1 ? at + NAME_TO : from + end)).trim();
  if (names.size >= MOST_NAMES) names.clear();
  names.set(field, name);
  return name;
}
