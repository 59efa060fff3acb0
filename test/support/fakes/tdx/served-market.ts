import { type CalendarDay, calendarDayFromEpochDay, epochDayOf } from '#lib/kernel';
import { type Board, findPriceLimit } from '#lib/market-data';
import { codeOnDay } from './beijing-codes';
import { nameOnDay } from './day-name';
import type { PackageRow } from './package-row';
import { findShareCounts, listShareRecords, type ShareCounts, type ShareRecord } from './share-record';
import type { StockLife } from './stock-life';
import type { MarketQuote, QuoteBar, TdxMarket } from './tdx-market';

export interface ServedMarketOptions {
  /** Whether packages have the ex-right reference price as previous close, or the last close. Default true. */
  readonly exRightPreviousClose?: boolean;
  /** Whether names of a day begin with XD, XR, DR, N or C. Default true. */
  readonly marks?: boolean;
  /** First day of Beijing's 920 codes. Left out: they have them on all days. */
  readonly beijingCodesFrom?: CalendarDay;
  /** Stocks that leave the market, by symbol, with their last day. The 15 open days before it are their delisting period. */
  readonly delistings?: Readonly<Record<string, CalendarDay>>;
  /** Open, high and low of a suspended stock: its last close, or zero. Default `last-close`. */
  readonly suspendedRange?: 'last-close' | 'zero';
}

const LEAVING_DAYS = 15;

/** A market of given stocks. */
export class ServedMarket implements TdxMarket {
  private readonly lives: readonly StockLife[];
  private readonly bySymbol = new Map<string, StockLife>();
  private readonly records = new Map<StockLife, readonly ShareRecord[]>();
  private readonly numbers: ReadonlyMap<CalendarDay, number>;

  constructor(
    readonly days: readonly CalendarDay[],
    lives: readonly StockLife[],
    private readonly options: ServedMarketOptions,
  ) {
    this.lives = lives.map((life) => {
      const lastDay = options.delistings?.[life.market + life.code] ?? life.lastDay;
      return { ...life, ...(lastDay === undefined ? {} : { lastDay }) };
    });
    this.numbers = new Map(days.map((day, index) => [day, index]));
    for (const life of this.lives) {
      for (const day of [days[0], days.at(-1)]) {
        if (day !== undefined) this.bySymbol.set(life.market + this.codeOf(life, day), life);
      }
    }
  }

  /** Symbols of all stocks under their codes of the last day. */
  get symbols(): readonly string[] {
    const last = this.days.at(-1);
    return last === undefined ? [] : this.lives.map((life) => life.market + this.codeOf(life, last));
  }

  rowsOf(day: CalendarDay): readonly PackageRow[] {
    if (!this.numbers.has(day)) return [];
    const isExRight = this.options.exRightPreviousClose ?? true;
    return this.lives.flatMap((life) => this.rowOf(life, day, isExRight) ?? []);
  }

  recordsOf(symbol: string): readonly ShareRecord[] {
    const life = this.currentLife(symbol);
    return life === undefined ? [] : this.recordsOfLife(life);
  }

  sharesOf(symbol: string, day: CalendarDay): ShareCounts | undefined {
    const life = this.bySymbol.get(symbol);
    return life === undefined ? undefined : findShareCounts(this.recordsOfLife(life), day);
  }

  quoteOf(symbol: string, day: CalendarDay): MarketQuote | undefined {
    const life = this.bySymbol.get(symbol);
    const row = life === undefined || !this.numbers.has(day) ? undefined : this.rowOf(life, day, true);
    if (life === undefined || row === undefined || row.market + row.code !== symbol) return undefined;
    const index = life.bars.lastIndexAt(epochDayOf(day));
    const limit = findPriceLimit({
      board: boardOf(life),
      tradeDate: day,
      preCloseFen: Math.round(row.previousClose * 100),
      isSt: life.bars.at(index).isSt,
      tradingDayNo: life.isNewcomer ? index + 1 : null,
    });
    return {
      row,
      shares: this.sharesOf(symbol, day),
      limits: limit === null ? undefined : { up: limit.upFen / 100, down: limit.downFen / 100 },
    };
  }

  barsOf(symbol: string): readonly QuoteBar[] {
    const life = this.currentLife(symbol);
    const first = this.days[0];
    if (life === undefined || first === undefined || life.lastDay !== undefined) return [];
    const from = life.bars.lastIndexAt(epochDayOf(first) - 1) + 1;
    return Array.from({ length: life.bars.length - from }, (_, index) => {
      const { day, open, high, low, close, volume, amount } = life.bars.at(from + index);
      const prices = { open: yuan(open), high: yuan(high), low: yuan(low), close: yuan(close) };
      return { day: calendarDayFromEpochDay(day), ...prices, volume, amount };
    });
  }

  /** Not by a code that the stock no longer has. */
  private currentLife(symbol: string): StockLife | undefined {
    const life = this.bySymbol.get(symbol);
    const last = this.days.at(-1);
    return life !== undefined && last !== undefined && life.market + this.codeOf(life, last) === symbol
      ? life
      : undefined;
  }

  private rowOf(life: StockLife, day: CalendarDay, isExRight: boolean): PackageRow | undefined {
    const number = epochDayOf(day);
    const index = life.bars.lastIndexAt(number);
    if (index < 0 || (life.lastDay !== undefined && day > life.lastDay)) return undefined;
    const trades = life.bars.dayAt(index) === number;
    const bar = life.bars.at(index);
    const marks = this.options.marks ?? true;
    const close = yuan(bar.close);
    const name = nameOnDay(life, { index, trades, isLeaving: this.isLeaving(life, day), marks });
    const range = this.options.suspendedRange === 'zero' ? 0 : close;
    const previous = isExRight || index === 0 ? bar.previousClose : life.bars.closeAt(index - 1);
    return {
      market: life.market,
      code: this.codeOf(life, day),
      name,
      previousClose: trades ? yuan(previous) : close,
      open: trades ? yuan(bar.open) : range,
      high: trades ? yuan(bar.high) : range,
      low: trades ? yuan(bar.low) : range,
      close,
      volume: trades ? bar.volume : 0,
      amount: trades ? bar.amount : 0,
    };
  }

  private isLeaving({ lastDay }: StockLife, day: CalendarDay): boolean {
    if (lastDay === undefined) return false;
    const [last, now] = [this.numbers.get(lastDay), this.numbers.get(day)];
    return last !== undefined && now !== undefined && last - now < LEAVING_DAYS;
  }

  private codeOf(life: StockLife, day: CalendarDay): string {
    return codeOnDay(life, day, this.options.beijingCodesFrom);
  }

  private recordsOfLife(life: StockLife): readonly ShareRecord[] {
    const known = this.records.get(life);
    if (known !== undefined) return known;
    const records = listShareRecords(life);
    this.records.set(life, records);
    return records;
  }
}

function boardOf({ market, code }: StockLife): Board {
  if (market === 'bj') return 'bse';
  if (market === 'sh') return code.startsWith('68') ? 'star' : 'main';
  return code.startsWith('30') ? 'chinext' : 'main';
}

function yuan(thousandths: number): number {
  return thousandths / 1000;
}
