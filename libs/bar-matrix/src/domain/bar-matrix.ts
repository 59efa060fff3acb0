import type { CalendarDay } from '#lib/kernel';
import type { BarVersion } from '#lib/market-data';
import { BarColumns, type ColumnBuffers } from './bar-columns';
import type { MatrixStock } from './matrix-stock';

/** A matrix as threads pass it on: memory that they share, and numbers. */
export interface SharedMatrix {
  /** Of this matrix alone. The memory has another object in each message, so that a thread knows by this what it has read. */
  readonly id: string;
  /** Another text after every change that a reader of bars can see. */
  readonly revision: string;
  readonly version: BarVersion;
  readonly buffers: ColumnBuffers;
  readonly starts: SharedArrayBuffer;
  readonly counts: SharedArrayBuffer;
  /** {@link MatrixFacts} as JSON in UTF-8. */
  readonly facts: SharedArrayBuffer;
}

/** What is known beside the bars. */
export interface MatrixFacts {
  /** All days of the market with bars up to the last, oldest first. */
  readonly days: readonly CalendarDay[];
  /** Position of the first day from which on every bar is held. Before it some stocks have bars: not all, not of each day. */
  readonly completeFrom: number;
  /** Whether the bars come from files: a stock may have traded before the first bar of it that is stored. */
  readonly isOfFiles: boolean;
  /** Number of each day among the exchange's open days; of a day before `days[0]` below that of it. */
  readonly openDayNos: readonly number[];
  /** In code order. */
  readonly stocks: readonly MatrixStock[];
  /** By stock: number of its listing day among the open days; null where the listing date is not known. */
  readonly listDayNos: readonly (number | null)[];
}

/**
 * The final bars of the market at one data version. Never changes: days that are appended lie behind the places that an older
 * matrix reads.
 */
export class BarMatrix {
  readonly columns: BarColumns;
  /** By stock: its first place, and its number of bars. */
  readonly starts: Int32Array;
  readonly counts: Int32Array;
  private readonly dayNos: ReadonlyMap<CalendarDay, number>;
  private stockNos: ReadonlyMap<string, number> | undefined;

  constructor(
    readonly shared: SharedMatrix,
    readonly facts: MatrixFacts,
  ) {
    this.columns = new BarColumns(shared.buffers);
    this.starts = new Int32Array(shared.starts);
    this.counts = new Int32Array(shared.counts);
    this.dayNos = new Map(facts.days.map((day, dayNo) => [day, dayNo]));
  }

  /** The matrix that another thread passed on. */
  static of(shared: SharedMatrix): BarMatrix {
    // A decoder does not read from shared memory.
    const text = new TextDecoder().decode(new Uint8Array(shared.facts).slice());
    return new BarMatrix(shared, JSON.parse(text) as MatrixFacts);
  }

  get dataVersion(): number {
    return this.shared.version.dataVersion;
  }

  /** The market's newest day in the matrix; undefined where it is empty. */
  get lastDay(): CalendarDay | undefined {
    return this.facts.days.at(-1);
  }

  get revision(): string {
    return this.shared.revision;
  }

  get bytes(): number {
    const { starts, counts, facts } = this.shared;
    return this.columns.bytes + starts.byteLength + counts.byteLength + facts.byteLength;
  }

  /** Position of a day in the list of days; undefined where the matrix has no bars of it. */
  dayNoOf(day: CalendarDay): number | undefined {
    return this.dayNos.get(day);
  }

  /** Number of a stock; undefined where the matrix has no bars of it. */
  stockNoOf(code: string): number | undefined {
    this.stockNos ??= new Map(this.facts.stocks.map((stock, stockNo) => [stock.code, stockNo]));
    return this.stockNos.get(code);
  }

  /** Day of the bar at a place. */
  dateAt(place: number): CalendarDay {
    const day = this.facts.days[this.columns.day[place] ?? 0];
    if (day === undefined) throw new Error('the matrix has no day for its bars');
    return day;
  }

  /** How many of the matrix's days lie before a day. */
  countDaysBefore(day: CalendarDay): number {
    const { days } = this.facts;
    let [from, to] = [0, days.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((days[middle] ?? day) < day) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Number of a stock's bars up to a day. */
  countThrough(stockNo: number, dayNo: number): number {
    const start = this.starts[stockNo] ?? 0;
    const { day } = this.columns;
    let [from, to] = [0, this.counts[stockNo] ?? 0];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((day[start + middle] ?? 0) <= dayNo) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Stores the total market cap of a bar, in yuan, while the matrix is filled. Days without a bar are passed over. */
  storeTotalCap(stockNo: number, dayNo: number, cap: number): void {
    const place = (this.starts[stockNo] ?? 0) + this.countThrough(stockNo, dayNo) - 1;
    if (place >= (this.starts[stockNo] ?? 0) && this.columns.day[place] === dayNo) this.columns.totalCap[place] = cap;
  }

  /** Whether the matrix holds a stock's bars from its first stored one on. */
  isWhole(stockNo: number): boolean {
    if ((this.counts[stockNo] ?? 0) === 0) return this.facts.stocks[stockNo]?.firstBarDate === null;
    const { firstBarDate = null } = this.facts.stocks[stockNo] ?? {};
    return firstBarDate !== null && this.dateAt(this.starts[stockNo] ?? 0) <= firstBarDate;
  }
}

/** Facts as threads share them. */
export function encodeFacts(facts: MatrixFacts): SharedArrayBuffer {
  const bytes = new TextEncoder().encode(JSON.stringify(facts));
  const shared = new SharedArrayBuffer(bytes.byteLength);
  new Uint8Array(shared).set(bytes);
  return shared;
}

/** Whole numbers as threads share them. */
export function shareIntegers(values: ArrayLike<number>): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(values.length * Int32Array.BYTES_PER_ELEMENT);
  new Int32Array(shared).set(values);
  return shared;
}
