import type { CompanyFacts } from '../company-facts';
import type { CompanyHistory, PublicReport } from './company-history';
import type { HistoryDay } from './history-day';
import { PublicReports, type Statements } from './public-reports';
import { SlidingValues } from './sliding-values';

/** A stock whose earnings are known for less long has no rank among its own prices. */
export const RANK_DAYS = 730;
/** Valuations of a stock that has not traded for longer are too old for today. */
export const OLDEST_VALUATION_DAYS = 30;
/** A response without events of a stock counts as their absence for so long; reports are requested again after 30 days. */
export const OLDEST_EVENTS_DAYS = 60;

const ST_NAME = /^S?\*?ST/;

/** What a company adds to its industry's figures on a day. */
export interface PeerFigures {
  margin: number | null;
  roa: number | null;
  equityRatio: number | null;
  /** Times, above zero. */
  pe: number | null;
}

/** What the facts of a day have beyond the statements and the industry. */
export type DayFacts = Omit<CompanyFacts, keyof Statements | 'industry' | 'peRankInIndustry'>;

type PriceColumn = 'peTtm' | 'pb' | 'dividendYieldTtm' | 'totalMarketCap' | 'totalShares';

/**
 * A company on days that follow each other: what `selectFactsOfCompanies` reads for one of them, without reading anything
 * again. Days must ascend. The history that it is made of is not kept: its numbers are, in a third of the memory.
 */
export class CompanyTimeline {
  readonly code: string;
  private readonly known: Pick<CompanyHistory, 'board' | 'name' | 'names' | 'firstPublishedOn'>;
  private readonly events: Pick<CompanyHistory, 'requestedThrough' | 'isInvented'>;
  private readonly reports: PublicReports;
  private readonly trades: readonly PublicReport[];
  private readonly unlocks: readonly PublicReport[];
  private readonly barDays: Int32Array;
  private readonly closes: Float64Array;
  /** 1, 0; -1: not known. */
  private readonly st: Int8Array;
  private readonly valuationDays: Int32Array;
  /** NaN: not known. */
  private readonly columns: Readonly<Record<PriceColumn, Float64Array>>;
  private readonly prices: SlidingValues;
  private readonly books: SlidingValues;
  private bar = -1;
  private valuation = -1;

  constructor({ code, board, name, names, firstPublishedOn, reports, bars, valuations, ...events }: CompanyHistory) {
    this.code = code;
    this.known = { board, name, names, firstPublishedOn };
    this.events = events;
    this.reports = new PublicReports(reports);
    this.trades = reports.filter(({ statement }) => statement === 'holder_trade');
    this.unlocks = reports.filter(({ statement }) => statement === 'share_unlock');
    this.barDays = Int32Array.from(bars.days);
    this.closes = Float64Array.from(bars.closes);
    this.st = Int8Array.from(bars.st, (isSt) => (isSt === null ? -1 : Number(isSt)));
    this.valuationDays = Int32Array.from(valuations.days);
    this.columns = {
      peTtm: toFloats(valuations.peTtm),
      pb: toFloats(valuations.pb),
      dividendYieldTtm: toFloats(valuations.dividendYieldTtm),
      totalMarketCap: toFloats(valuations.totalMarketCap),
      totalShares: toFloats(valuations.totalShares),
    };
    this.prices = new SlidingValues(this.valuationDays, this.columns.peTtm);
    this.books = new SlidingValues(this.valuationDays, this.columns.pb);
  }

  /** Moves to a day. */
  moveTo({ epochDay, afterFiveYears }: HistoryDay): void {
    while ((this.barDays[this.bar + 1] ?? Infinity) <= epochDay) this.bar += 1;
    while ((this.valuationDays[this.valuation + 1] ?? Infinity) <= epochDay) this.valuation += 1;
    this.prices.moveTo(afterFiveYears, epochDay);
    this.books.moveTo(afterFiveYears, epochDay);
  }

  hasReports({ day }: HistoryDay): boolean {
    const { firstPublishedOn } = this.known;
    return firstPublishedOn !== null && firstPublishedOn <= day;
  }

  /** See {@link PublicReports.on}. */
  statements(day: HistoryDay): ReturnType<PublicReports['on']> {
    return this.reports.on(day);
  }

  peer(day: HistoryDay): PeerFigures {
    const { indicators, balanceSheets } = this.reports.on(day).all;
    const recent = <Report extends { periodEnd: string }>(report: Report | undefined): Report | undefined =>
      report !== undefined && report.periodEnd > day.afterEighteenMonths ? report : undefined;
    const indicator = recent(indicators[0])?.fields ?? {};
    const sheet = recent(balanceSheets[0])?.fields ?? {};
    const [equity, assets] = [toFloat(sheet['total_hldr_eqy_exc_min_int']), toFloat(sheet['total_assets'])];
    const pe = this.valued(day, 'peTtm');
    return {
      margin: toFloat(indicator['grossprofit_margin']),
      roa: toFloat(indicator['roa']),
      equityRatio: equity === null || assets === null || assets === 0 ? null : equity / assets,
      pe: pe !== null && pe > 0 ? pe : null,
    };
  }

  /** The facts of the day that {@link moveTo} named. Each property by itself: this is built for every company and day. */
  facts(day: HistoryDay): DayFacts {
    return {
      asOf: day.day,
      board: this.known.board,
      isSt: this.isSt(day),
      close: this.closes[this.bar] ?? null,
      totalMarketCap: this.valued(day, 'totalMarketCap'),
      totalShares: this.valued(day, 'totalShares'),
      peTtm: this.valued(day, 'peTtm'),
      pb: this.valued(day, 'pb'),
      dividendYieldTtm: this.valued(day, 'dividendYieldTtm'),
      pbMedianFiveYears: this.books.median(),
      peRankFiveYears: this.rank(day),
      holderTrades: this.tradesOn(day),
      unlocks: this.unlocksOn(day),
      eventsKnown: this.eventsKnown(day),
    };
  }

  private tradesOn({ day, halfYearBefore }: HistoryDay): readonly PublicReport[] {
    if (this.trades.length === 0) return this.trades;
    return this.trades.filter(({ publishedOn }) => publishedOn <= day && publishedOn > halfYearBefore);
  }

  private unlocksOn({ day, ninetyLater }: HistoryDay): readonly PublicReport[] {
    if (this.unlocks.length === 0) return this.unlocks;
    return this.unlocks.filter(
      ({ publishedOn, periodEnd }) => publishedOn <= day && periodEnd > day && periodEnd <= ninetyLater,
    );
  }

  private eventsKnown(day: HistoryDay): CompanyFacts['eventsKnown'] {
    const { requestedThrough, isInvented } = this.events;
    return {
      holderTrades: isInvented || wasRequested(day, requestedThrough.holderTrades, this.trades),
      unlocks: isInvented || wasRequested(day, requestedThrough.unlocks, this.unlocks),
    };
  }

  private rank(day: HistoryDay): number | null {
    const [pe, first] = [this.valued(day, 'peTtm'), this.prices.firstDay];
    if (pe === null || pe <= 0 || first === undefined || first > day.epochDay - RANK_DAYS) return null;
    return (100 * this.prices.countBelow(pe)) / this.prices.count;
  }

  private isSt({ day }: HistoryDay): boolean | null {
    const { names, name } = this.known;
    const known = this.st[this.bar] ?? -1;
    if (known >= 0) return known === 1;
    const called = names.findLast(({ from }) => from <= day)?.name ?? name;
    return called === null ? null : ST_NAME.test(called);
  }

  /** A column of the newest valuation that is not too old. */
  private valued({ epochDay }: HistoryDay, column: PriceColumn): number | null {
    const { length } = this.valuationDays;
    if ((this.valuationDays[this.valuation] ?? -Infinity) <= epochDay - OLDEST_VALUATION_DAYS) return null;
    // Some columns have the last of the days alone.
    const values = this.columns[column];
    const value = values[values.length - length + this.valuation] ?? NaN;
    return Number.isNaN(value) ? null : value;
  }
}

/** Whether having no event means that there was none; see `wasRequested` of the query. */
function wasRequested(
  { epochDay, day, sixtyBefore }: HistoryDay,
  through: number | null,
  events: readonly PublicReport[],
): boolean {
  if (through !== null && epochDay - OLDEST_EVENTS_DAYS <= through) return true;
  return events.some(({ publishedOn }) => publishedOn <= day && publishedOn > sixtyBefore);
}

function toFloats(values: readonly (number | null)[]): Float64Array {
  return Float64Array.from(values, (value) => value ?? NaN);
}

function toFloat(value: string | number | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}
