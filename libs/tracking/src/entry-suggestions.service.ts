import { Injectable } from '@nestjs/common';
import { Database, type SqlRunner } from '#lib/database';
import { addDays, AppError, type CalendarDay } from '#lib/kernel';
import {
  marketNotices,
  MarketStateService,
  settledThrough,
  type StoredMarketSource,
  todaysCode,
  TradingCalendarService,
} from '#lib/market-data';
import { chooseEntry, type EntryChoice, type ExcludedDay } from './domain/choose-entry';
import { selectLookbackDays } from './persistence/lookback-days.query';

/** Where a session of a stock may begin. Price in yuan, volume in shares. */
export interface EntrySuggestion {
  code: string;
  stockName: string | null;
  suggestedEntryDate: CalendarDay;
  referencePrice: number;
  volume: number;
  /** Volumes are compared as they were traded. */
  volumeBasis: 'raw';
  lookbackTradingDays: number;
  /** First open day of the look-back; the last is {@link marketDataThrough}. */
  lookbackFrom: CalendarDay;
  method: 'lowest_volume';
  excludedDays: ExcludedDay[];
  marketDataThrough: CalendarDay;
  marketSource: StoredMarketSource;
  warnings: string[];
}

/** What a look-back finds for one code. */
export interface FoundEntry extends EntryChoice {
  code: string;
  stockName: string | null;
}

/** Suggests entry dates: the latest day of the lowest volume among the last open days. */
@Injectable()
export class EntrySuggestionsService {
  constructor(
    private readonly db: Database,
    private readonly market: MarketStateService,
    private readonly calendars: TradingCalendarService,
  ) {}

  /** @throws AppError `not_found` for an unknown code, `no_market_data` (404) without a day to suggest. */
  async suggest(given: string, lookbackTradingDays: number): Promise<EntrySuggestion> {
    const code = await todaysCode(this.db, given);
    const [{ source }, through] = await Promise.all([this.market.read(), settledThrough(this.db)]);
    const span = await this.spanTo(through, lookbackTradingDays);
    const found = await this.findWithin(this.db, [code], span);
    const [stock] = found;
    if (stock === undefined) throw AppError.notFound(`the market data has no stock ${code}`);
    if (stock.entry === null || through === null) throw noMarketData(stock, lookbackTradingDays);
    return {
      code,
      stockName: stock.stockName,
      suggestedEntryDate: stock.entry.tradeDate,
      referencePrice: stock.entry.close,
      volume: stock.entry.volume,
      volumeBasis: 'raw',
      lookbackFrom: span.from,
      lookbackTradingDays,
      method: 'lowest_volume',
      excludedDays: stock.excludedDays,
      marketDataThrough: through,
      marketSource: source,
      warnings: marketNotices(source),
    };
  }

  /** The same for many codes, in code order; codes that the market data doesn't know are missing. */
  async find(db: SqlRunner, codes: readonly string[], lookbackTradingDays: number): Promise<FoundEntry[]> {
    return this.findWithin(db, codes, await this.spanTo(await settledThrough(db), lookbackTradingDays));
  }

  /** The last open days up to one; without a market a span in which no stock has a day. */
  private async spanTo(through: CalendarDay | null, lookbackTradingDays: number): Promise<Span> {
    const calendar = await this.calendars.current();
    const to = through ?? addDays(calendar.knownFrom, -1);
    const [from = to] = calendar.openDaysBefore(addDays(to, 1), lookbackTradingDays);
    return { from, to };
  }

  private async findWithin(db: SqlRunner, codes: readonly string[], span: Span): Promise<FoundEntry[]> {
    const stocks = await selectLookbackDays(db, codes, span);
    return stocks.map(({ code, stockName, board, days }) => ({ code, stockName, ...chooseEntry(board, days) }));
  }
}

interface Span {
  from: CalendarDay;
  to: CalendarDay;
}

/** Why a known stock has no suggestion, in one sentence. */
export function noEntryReason({ code, excludedDays }: FoundEntry, lookbackTradingDays: number): string {
  const span = `the last ${lookbackTradingDays} trading days`;
  return excludedDays.length === 0
    ? `${code} has no bar in ${span}`
    : `${code} traded in ${span} on one-price or limit-up days alone`;
}

function noMarketData(stock: FoundEntry, lookbackTradingDays: number): AppError {
  return new AppError('not_found', 'no_market_data', noEntryReason(stock, lookbackTradingDays));
}
