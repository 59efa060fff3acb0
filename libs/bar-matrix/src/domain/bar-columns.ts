/**
 * Bars of many stocks as columns in memory that threads share. A place is a bar; those of a stock lie together, oldest first.
 * Prices are whole numbers, so that they come back as they were stored.
 */
export class BarColumns {
  /** Position of the bar's day in the market's list of days. */
  readonly day: Uint16Array;
  /** Prices in 1/10,000 yuan, as traded; `preClose` 0: not told. */
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  readonly preClose: Int32Array;
  /** Shares. */
  readonly volume: Float64Array;
  /** Yuan; NaN: not told. */
  readonly amount: Float64Array;
  /** Percent; NaN: not told. */
  readonly turnover: Float64Array;
  /** Yuan; NaN: not told. */
  readonly floatCap: Float64Array;
  /** Yuan; NaN: not told. Without places where the market has none. */
  readonly totalCap: Float64Array;
  /** The vendor's limit prices in 1/10,000 yuan; -1: not told. Without places where the market has none. */
  readonly upLimit: Int32Array;
  readonly downLimit: Int32Array;
  /** 1 and 0: under special treatment or not; -1: not told. */
  readonly st: Int8Array;

  constructor(readonly buffers: ColumnBuffers) {
    this.day = new Uint16Array(buffers.day);
    this.open = new Int32Array(buffers.open);
    this.high = new Int32Array(buffers.high);
    this.low = new Int32Array(buffers.low);
    this.close = new Int32Array(buffers.close);
    this.preClose = new Int32Array(buffers.preClose);
    this.volume = new Float64Array(buffers.volume);
    this.amount = new Float64Array(buffers.amount);
    this.turnover = new Float64Array(buffers.turnover);
    this.floatCap = new Float64Array(buffers.floatCap);
    this.totalCap = new Float64Array(buffers.totalCap);
    this.upLimit = new Int32Array(buffers.upLimit);
    this.downLimit = new Int32Array(buffers.downLimit);
    this.st = new Int8Array(buffers.st);
  }

  static allocate(places: number, has: OptionalColumns): BarColumns {
    const buffers = Object.fromEntries(
      Object.entries(BYTES).map(([name, bytes]) => [
        name,
        new SharedArrayBuffer(isLeftOut(name, has) ? 0 : places * bytes),
      ]),
    );
    const columns = new BarColumns(buffers as ColumnBuffers);
    columns.totalCap.fill(NaN);
    return columns;
  }

  get has(): OptionalColumns {
    return { totalCaps: this.totalCap.length > 0, limits: this.upLimit.length > 0 };
  }

  /** Moves neighbouring bars to other places; the two may overlap. */
  move(from: number, to: number, count: number): void {
    for (const name of Object.keys(BYTES) as (keyof typeof BYTES)[]) this[name].copyWithin(to, from, from + count);
  }

  get bytes(): number {
    return Object.values(this.buffers).reduce((sum, { byteLength }) => sum + byteLength, 0);
  }
}

/** Columns that not every market has values for. */
export interface OptionalColumns {
  readonly totalCaps: boolean;
  readonly limits: boolean;
}

function isLeftOut(name: string, { totalCaps, limits }: OptionalColumns): boolean {
  return (name === 'totalCap' && !totalCaps) || ((name === 'upLimit' || name === 'downLimit') && !limits);
}

/** Bytes of a bar in each column. */
const BYTES = {
  day: 2,
  open: 4,
  high: 4,
  low: 4,
  close: 4,
  preClose: 4,
  volume: 8,
  amount: 8,
  turnover: 8,
  floatCap: 8,
  totalCap: 8,
  upLimit: 4,
  downLimit: 4,
  st: 1,
} as const;

export type ColumnBuffers = Readonly<Record<keyof typeof BYTES, SharedArrayBuffer>>;

/** What one yuan is in the columns. */
export const PRICE_SCALE = 10_000;
