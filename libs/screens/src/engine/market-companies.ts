import { CHECKLIST_KEYS, COMPANY_MEASURES, type CompanyMeasure, type CompanyMeasures } from '#lib/ai/domain';
import type { StockCompanies, StockCompany } from '../domain/stock-company';

/** The scores of companies on days that follow each other, as threads share them. */
export interface SharedCompanies {
  /** Position of the first day among the matrix's days. */
  readonly firstDayNo: number;
  readonly days: number;
  /** By the stock's number: its place among those that are scored; -1: it is none of them. */
  readonly places: SharedArrayBuffer;
  /** By place, day and {@link Column}; a score of NaN is a company without reports. */
  readonly values: SharedArrayBuffer;
}

const COLUMNS = ['score', 'available', 'earned', ...COMPANY_MEASURES] as const;
type Column = (typeof COLUMNS)[number];

/** What is stored of a company. */
export interface CompanyValues {
  readonly score: number;
  readonly available: number;
  readonly earned: readonly string[];
  readonly measures: CompanyMeasures;
}

/** Reads shared scores: of one stock and day after the other. */
export class MarketCompanies implements StockCompany, StockCompanies {
  private readonly places: Int32Array;
  private readonly values: Float64Array;
  private place = -1;
  private row = 0;

  constructor(private readonly shared: SharedCompanies) {
    this.places = new Int32Array(shared.places);
    this.values = new Float64Array(shared.values);
  }

  /**
   * Scores of no company yet.
   * @param scored Numbers of the stocks that will be scored.
   */
  static allocate(
    { firstDayNo, days, stocks }: { firstDayNo: number; days: number; stocks: number },
    scored: readonly number[],
  ): SharedCompanies {
    const places = new SharedArrayBuffer(stocks * Int32Array.BYTES_PER_ELEMENT);
    const placeOf = new Int32Array(places).fill(-1);
    for (const [place, stockNo] of scored.entries()) placeOf[stockNo] = place;
    const values = new SharedArrayBuffer(scored.length * days * COLUMNS.length * Float64Array.BYTES_PER_ELEMENT);
    new Float64Array(values).fill(NaN);
    return { firstDayNo, days, places, values };
  }

  /** Turns to a stock. */
  of(stockNo: number): this {
    this.place = this.places[stockNo] ?? -1;
    return this;
  }

  on(dayNo: number): this | undefined {
    const { firstDayNo, days } = this.shared;
    if (this.place < 0 || dayNo < firstDayNo || dayNo >= firstDayNo + days) return undefined;
    this.row = (this.place * days + dayNo - firstDayNo) * COLUMNS.length;
    return Number.isNaN(this.score) ? undefined : this;
  }

  get score(): number {
    return this.read('score');
  }

  get available(): number {
    return this.read('available');
  }

  measure(measure: CompanyMeasure): number {
    return this.read(measure);
  }

  earned(item: string): boolean {
    return (this.read('earned') & bitOf(item)) !== 0;
  }

  /** Of a stock that was allocated, on one of the days. */
  set(stockNo: number, dayNo: number, { score, available, earned, measures }: CompanyValues): void {
    this.of(stockNo).on(dayNo);
    this.write('score', score);
    this.write('available', available);
    this.write(
      'earned',
      earned.reduce((bits, item) => bits | bitOf(item), 0),
    );
    for (const measure of COMPANY_MEASURES) this.write(measure, measures[measure] ?? NaN);
  }

  private read(column: Column): number {
    return this.values[this.row + COLUMN_PLACES[column]] ?? NaN;
  }

  private write(column: Column, value: number): void {
    this.values[this.row + COLUMN_PLACES[column]] = value;
  }
}

const COLUMN_PLACES = Object.fromEntries(COLUMNS.map((column, place) => [column, place])) as Readonly<
  Record<Column, number>
>;

const BITS: ReadonlyMap<string, number> = new Map(CHECKLIST_KEYS.map((key, place) => [key, 1 << place]));

/** @throws for an item that no checklist has: no rule may ask for one. */
function bitOf(item: string): number {
  const bit = BITS.get(item);
  if (bit === undefined) throw new Error(`no item of the checklist is called ${item}`);
  return bit;
}
