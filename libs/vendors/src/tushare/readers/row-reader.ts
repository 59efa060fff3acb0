import { type CalendarDay, MIN_DAY, parseCalendarDay } from '#lib/kernel';
import { readVendorCode, type StockCode } from '#lib/market-data';
import type { TushareRow } from '../tushare';

/** A row that is not what the vendor's page promises. */
export class MalformedRow extends Error {
  constructor(
    readonly column: string,
    readonly problem: string,
  ) {
    super(`${column} ${problem}`);
  }
}

/** The vendor writes decimals; a few columns come as text. */
const NUMBER = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?$/;

/** Codes of delisted paper may have letters (`T00018.SH`), funds and indexes other suffixes: none of them is a stock. */
const TS_CODE = /^[0-9A-Z]{1,12}\.[A-Z]{1,5}$/;

/** Reads the columns of one row. An empty text counts as null. Every method throws {@link MalformedRow}. */
export class RowReader {
  constructor(private readonly row: TushareRow) {}

  text(column: string): string {
    return this.present(column, this.textOrNull(column));
  }

  textOrNull(column: string): string | null {
    const value = this.row[column];
    if (value === null || value === undefined) return null;
    const text = String(value).trim();
    return text === '' ? null : text;
  }

  number(column: string): number {
    return this.present(column, this.numberOrNull(column));
  }

  numberOrNull(column: string): number | null {
    const value = this.row[column];
    if (value === null || value === undefined || value === '') return null;
    const number = typeof value === 'number' ? value : NUMBER.test(value.trim()) ? Number(value) : Number.NaN;
    if (!Number.isFinite(number)) throw new MalformedRow(column, 'is not a number');
    return number;
  }

  /** A number above 0. */
  price(column: string): number {
    const price = this.number(column);
    if (price <= 0) throw new MalformedRow(column, 'is not above 0');
    return price;
  }

  /** `YYYYMMDD`, as text or as a number. */
  day(column: string): CalendarDay {
    return this.present(column, this.dayOrNull(column));
  }

  dayOrNull(column: string): CalendarDay | null {
    const text = this.textOrNull(column);
    if (text === null) return null;
    const day = parseVendorDay(text);
    if (day === undefined) throw new MalformedRow(column, 'is not a day');
    return day;
  }

  /**
   * As `dayOrNull`, but a day before the first of our calendar is that first: Shenzhen's oldest stocks traded from
   * 1990-12-01, in trial.
   */
  dayAtOrAfterFirst(column: string): CalendarDay | null {
    return this.isBeforeFirst(column) ? MIN_DAY : this.dayOrNull(column);
  }

  /** Whether a day lies before the first of our calendar; reports go back to the eighties. */
  isBeforeFirst(column: string): boolean {
    const text = this.textOrNull(column);
    return text !== null && /^1[89]/.test(text) && parseVendorDay(text) === undefined && isRealDay(text);
  }

  /** The A-share of a `ts_code`, or undefined where it names something else: a B-share, a fund, an index. */
  stock(column = 'ts_code'): StockCode | undefined {
    const text = this.text(column);
    if (!TS_CODE.test(text)) throw new MalformedRow(column, 'is not a code');
    const named = readVendorCode(text);
    return named?.kind === 'stock' ? named : undefined;
  }

  private present<T>(column: string, value: T | null): T {
    if (value === null) throw new MalformedRow(column, 'is empty');
    return value;
  }
}

function parseVendorDay(text: string): CalendarDay | undefined {
  const [, year, month, date] = /^([0-9]{4})([0-9]{2})([0-9]{2})$/.exec(text) ?? [];
  return year === undefined ? undefined : parseCalendarDay(`${year}-${month ?? ''}-${date ?? ''}`);
}

/** The calendar repeats after 400 years: so an old day can be judged by one within ours. */
function isRealDay(text: string): boolean {
  return text.length === 8 && parseVendorDay(`${Number(text.slice(0, 4)) + 400}${text.slice(4)}`) !== undefined;
}
