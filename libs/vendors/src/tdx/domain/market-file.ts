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
const NAME_FROM = 40;
const NAME_TO = 72;

/** Reads names in GBK up to the first NUL. Node's decoder replaces what is no GBK. */
const GBK = new TextDecoder('gbk');

/**
 * Joins a market's `.cod` (names) and `.md1` (prices) of a day. One by one, as few of them are stocks.
 *
 * `.cod`: records of 150 bytes: 0..6 code, 32..34 u16 number of the price block, 40..72 name in GBK. `.md1`: blocks of 512
 * bytes: f64 at 4 previous close, 12 open, 20 high, 28 low, 36 close; u64 at 56 volume; f64 at 72 amount. Little-endian.
 * Source: docs/market-tdx.md, "Day packages".
 *
 * @throws PackageError `record_size` if a size is not whole records, or a record names a block that is not there.
 */
export function* readMarketFile(market: TdxMarket, codes: Buffer, prices: Buffer): Generator<InstrumentDay> {
  requireWhole(`${market} .cod`, codes, CODE_RECORD);
  requireWhole(`${market} .md1`, prices, PRICE_RECORD);
  for (let at = 0; at < codes.length; at += CODE_RECORD) {
    const block = codes.readUInt16LE(at + 32) * PRICE_RECORD;
    const code = codes
      .toString('latin1', at, at + 6)
      .replaceAll('\0', ' ')
      .trimEnd();
    if (block + PRICE_RECORD > prices.length) {
      const blocks = prices.length / PRICE_RECORD;
      throw new PackageError(
        'record_size',
        `a price block of ${market}${code} among ${blocks}`,
        `block ${block / PRICE_RECORD}`,
      );
    }
    yield {
      market,
      code,
      name: readName(codes.subarray(at + NAME_FROM, at + NAME_TO)),
      previousClose: prices.readDoubleLE(block + 4),
      open: prices.readDoubleLE(block + 12),
      high: prices.readDoubleLE(block + 20),
      low: prices.readDoubleLE(block + 28),
      close: prices.readDoubleLE(block + 36),
      volume: Number(prices.readBigUInt64LE(block + 56)),
      amount: prices.readDoubleLE(block + 72),
    };
  }
}

function requireWhole(what: string, content: Buffer, record: number): void {
  if (content.length > 0 && content.length % record === 0) return;
  throw new PackageError('record_size', `${what} of whole records of ${record} bytes`, `${content.length} bytes`);
}

function readName(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return GBK.decode(end === -1 ? bytes : bytes.subarray(0, end)).trim();
}
