/*
 * Bytes of each structure, made by hand from the description of the formats, not by the writers. All numbers are
 * little-endian. Each comment says what the bytes mean.
 */

/** Bytes from hexadecimal text with spaces; `00*6` stands for six zeros. */
function bytesOf(hex: string): Buffer {
  const spelled = hex.replace(/([0-9a-f]{2})\*(\d+)/g, (_, byte: string, count: string) => byte.repeat(Number(count)));
  return Buffer.from(spelled.replace(/\s/g, ''), 'hex');
}

/** The row of the two vectors below: a stock with more shares traded than 32 bits hold. */
export const VECTOR_ROW = {
  market: 'sz',
  code: '000001',
  name: '平安银行',
  previousClose: 11.5,
  open: 11.25,
  high: 11.75,
  low: 11,
  close: 11.625,
  volume: 4_294_967_396,
  amount: 49_392_123_904,
} as const;

/**
 * A `.cod` record, 150 bytes: at 0 `000001` in ASCII, at 32 the seq 258 = 0x0102, at 40 the name in GBK
 * (平 c6bd, 安 b0b2, 银 d2f8, 行 d0d0).
 */
export const COD_RECORD = bytesOf(`
  30 30 30 30 30 31  00*26
  02 01  00*6
  c6 bd b0 b2 d2 f8 d0 d0  00*102`);

/** The seq of the record. */
export const COD_RECORD_SEQ = 258;

/**
 * A `.md1` block, 512 bytes. An f64 is sign, 11 bits of exponent + 1023, 52 bits of fraction: 11.5 = 1.4375 × 2^3, so
 * 0x402 and 0x7000000000000; 11.25 = 1.40625 × 2^3 (0x68), 11.75 = 1.46875 × 2^3 (0x78), 11 = 1.375 × 2^3 (0x60),
 * 11.625 = 1.453125 × 2^3 (0x74). The volume is 2^32 + 100, the amount 11.5 × 2^32 = 1.4375 × 2^35.
 */
export const MD1_BLOCK = bytesOf(`
  00*4
  00 00 00 00 00 00 27 40
  00 00 00 00 00 80 26 40
  00 00 00 00 00 80 27 40
  00 00 00 00 00 00 26 40
  00 00 00 00 00 40 27 40
  00*12
  64 00 00 00 01 00 00 00
  00*8
  00 00 00 00 00 00 27 42
  00*432`);

/** Members of the package of 2026-09-24; those of 2022-05-05 and before have no bj. */
export const MEMBERS_OF_2026_09_24 = [
  'sh260924.cod',
  'sh260924.md1',
  'sz260924.cod',
  'sz260924.md1',
  'bj260924.cod',
  'bj260924.md1',
] as const;

/** The only packet of a connection's setup: id 0x00931802, length 3, type 0x000d, data 01. */
export const CONNECT_REQUEST = bytesOf('0c 02 18 93 00 01 03 00 03 00 0d 00 01');

/** Id 2, length 2, type 0x0004, no data. */
export const HEARTBEAT_REQUEST = bytesOf('0c 02 00 00 00 01 02 00 02 00 04 00');

/**
 * The five newest daily bars of sh600000: id 1, length 28, type 0x052d; exchange 1, 0, code, category 4, 1, start 0,
 * count 5, ten zeros.
 */
export const BARS_REQUEST = bytesOf(`
  0c 01 00 00 00 01 1c 00 1c 00 2d 05
  01 00 36 30 30 30 30 30  04 00  01 00  00 00  05 00  00*10`);

/** Its bars, in yuan, shares and yuan. */
export const VECTOR_BARS = [
  { day: '2026-09-23', open: 10, high: 10.1, low: 9.99, close: 10.05, volume: 1_000_000, amount: 10_000_000 },
  { day: '2026-09-24', open: 9.95, high: 10, low: 9.9, close: 9.95, volume: 2_000_000, amount: 20_000_000 },
] as const;

/**
 * Body of the response, 38 bytes: two rows, oldest first. Prices in thousandths of a yuan, as varints (6 bits and the
 * sign 0x40, then 7 bits each; 0x80: more follow):
 * - open 10000 against 0: 10000 = 16 + 64 × 156, so 90; 156 = 28 + 128 × 1, so 9c 01. Close +50 is 32. High +100 =
 *   36 + 64 × 1 is a4 01. Low -10 is 40 | 0a = 4a. 1,000,000 as f32 is 0x49742400, 10,000,000 is 0x4b189680.
 * - open 9950 against the close 10050: -100 = -(36 + 64 × 1) is e4 01. Close 0 is 00, high +50 is 32, low -50 is 72.
 *   Twice the value of an f32 is its exponent and one: 0x49f42400 and 0x4b989680.
 * 20260923 is 0x0135283b.
 */
export const BARS_BODY = bytesOf(`
  02 00
  3b 28 35 01  90 9c 01  32  a4 01  4a  00 24 74 49  80 96 18 4b
  3c 28 35 01  e4 01  00  32  72  00 24 f4 49  80 96 98 4b`);

/** The same as a frame: magic, flag, id 1, 0, type 0x052d, twice the length 38 as the body is not compressed. */
export const BARS_RESPONSE = Buffer.concat([
  bytesOf('b1 cb 74 00  0c  01 00 00 00  00  2d 05  26 00  26 00'),
  BARS_BODY,
]);

/** Records of sz000001: id 3, length 11, type 0x000f; u16 1, exchange 0, code. */
export const RECORDS_REQUEST = bytesOf(`
  0c 03 00 00 00 01 0b 00 0b 00 0f 00
  01 00  00  30 30 30 30 30 31`);

export const VECTOR_RECORDS = [
  { day: '2026-06-10', category: 1, values: [3.5, 0, 5, 0] },
  { day: '2026-06-10', category: 5, values: [1000, 2000, 1500, 3000] },
] as const;

/**
 * Body of the response: 9 bytes that are skipped, the count 2, two records of 29 bytes. 3.5 yuan for 10 shares and 5 new
 * ones for 10 (f32: 3.5 = 0x40600000, 5 = 0x40a00000); float 1000 to 1500 and total 2000 to 3000, in ten thousand shares
 * (0x447a0000, 0x44fa0000, 0x44bb8000, 0x453b8000). 20260610 is 0x01352702.
 */
export const RECORDS_BODY = bytesOf(`
  01 00 00 30 30 30 30 30 31  02 00
  00 30 30 30 30 30 31 00  02 27 35 01  01  00 00 60 40  00 00 00 00  00 00 a0 40  00 00 00 00
  00 30 30 30 30 30 31 00  02 27 35 01  05  00 00 7a 44  00 00 fa 44  00 80 bb 44  00 80 3b 45`);

/** What the line below says, with the float and the total shares, and the limits. */
export const VECTOR_QUOTE = {
  row: {
    market: 'sh',
    code: '600519',
    name: '贵州茅台',
    previousClose: 1480,
    open: 1485,
    high: 1502,
    low: 1479.99,
    close: 1500.5,
    volume: 3_000_000,
    amount: 4_485_000_000,
  },
  shares: { float: 1_256_197_800, total: 1_256_197_800 },
  limits: { up: 1628, down: 1332 },
} as const;

/**
 * The line of 2026-09-24 in the snapshot, in GBK (贵 b9f3, 州 d6dd, 茅 c3a9, 台 cca8). From field 0: exchange, name, code,
 * price, previous close, open, lots; 30 time; 32 change in percent (20.5 / 1480); 33 high, 34 low; 37 amount in ten
 * thousand yuan; 38 turnover in percent (3,000,000 / 1,256,197,800); 44 and 45 caps in a hundred million yuan
 * (1500.5 × 1,256,197,800); 47 and 48 limits; 72 and 73 shares; 87 is the last.
 */
export const SNAPSHOT_LINE = Buffer.from(
  [
    'v_sh600519="1~\xb9\xf3\xd6\xdd\xc3\xa9\xcc\xa8~600519~1500.50~1480.00~1485.00~30000',
    '~'.repeat(30 - 6),
    '20260924161402~~1.39~1502.00~1479.99~~~448500~0.24',
    '~'.repeat(44 - 38),
    '18849.25~18849.25~~1628.00~1332.00',
    '~'.repeat(72 - 48),
    '1256197800~1256197800',
    '~'.repeat(87 - 73),
    '";\n',
  ].join(''),
  'latin1',
);
