import { CHECKLIST_KEYS, COMPANY_MEASURES, type CompanyMeasure, type CompanyMeasures } from '#lib/ai/domain';
import type { StockCompany } from '../domain/stock-company';

/** The scores of all companies on one day, as threads share them. */
export interface SharedCompanies {
  /** By stock: the columns of {@link Column}; a score of NaN is a company without reports. */
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

/** Reads shared scores, one stock after the other. */
export class MarketCompanies implements StockCompany {
  private readonly values: Float64Array;
  private stockNo = 0;

  constructor(shared: SharedCompanies) {
    this.values = new Float64Array(shared.values);
  }

  /** Scores of no company. */
  static allocate(stocks: number): SharedCompanies {
    const values = new SharedArrayBuffer(stocks * COLUMNS.length * Float64Array.BYTES_PER_ELEMENT);
    new Float64Array(values).fill(NaN);
    return { values };
  }

  /** Turns to a stock; undefined where its company has no report. */
  of(stockNo: number): this | undefined {
    this.stockNo = stockNo;
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

  set(stockNo: number, { score, available, earned, measures }: CompanyValues): void {
    this.stockNo = stockNo;
    this.write('score', score);
    this.write('available', available);
    this.write(
      'earned',
      earned.reduce((bits, item) => bits | bitOf(item), 0),
    );
    for (const measure of COMPANY_MEASURES) this.write(measure, measures[measure] ?? NaN);
  }

  private read(column: Column): number {
    return this.values[this.placeOf(column)] ?? NaN;
  }

  private write(column: Column, value: number): void {
    this.values[this.placeOf(column)] = value;
  }

  private placeOf(column: Column): number {
    return this.stockNo * COLUMNS.length + COLUMNS.indexOf(column);
  }
}

/** @throws for an item that no checklist has: no rule may ask for one. */
function bitOf(item: string): number {
  const place = CHECKLIST_KEYS.indexOf(item);
  if (place < 0) throw new Error(`no item of the checklist is called ${item}`);
  return 1 << place;
}
