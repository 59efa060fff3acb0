import type { CompanyFacts } from '../company-facts';
import type { CompanyHistory, PublicReport } from './company-history';
import type { HistoryDay } from './history-day';
import { PublicReports, type Statements } from './public-reports';
import { SlidingValues } from './sliding-values';

/** A stock whose earnings are known for less long has no rank among its own prices. */
export const RANK_DAYS = 730;
/** Valuations of a stock that has not traded for longer are too old for today. */
export const OLDEST_VALUATION_DAYS = 30;

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

/**
 * A company on days that follow each other: what `selectFactsOfCompanies` reads for one of them, without reading anything
 * again. Days must ascend.
 */
export class CompanyTimeline {
  readonly code: string;
  private readonly reports: PublicReports;
  private readonly trades: readonly PublicReport[];
  private readonly unlocks: readonly PublicReport[];
  private readonly prices: SlidingValues;
  private readonly books: SlidingValues;
  private bar = -1;
  private valuation = -1;

  constructor(private readonly history: CompanyHistory) {
    const { code, reports, valuations } = history;
    this.code = code;
    this.reports = new PublicReports(reports);
    this.trades = reports.filter(({ statement }) => statement === 'holder_trade');
    this.unlocks = reports.filter(({ statement }) => statement === 'share_unlock');
    this.prices = new SlidingValues(valuations.days, valuations.peTtm);
    this.books = new SlidingValues(valuations.days, valuations.pb);
  }

  /** Moves to a day. */
  moveTo({ epochDay, afterFiveYears }: HistoryDay): void {
    const { bars, valuations } = this.history;
    while ((bars.days[this.bar + 1] ?? Infinity) <= epochDay) this.bar += 1;
    while ((valuations.days[this.valuation + 1] ?? Infinity) <= epochDay) this.valuation += 1;
    this.prices.moveTo(afterFiveYears, epochDay);
    this.books.moveTo(afterFiveYears, epochDay);
  }

  hasReports({ day }: HistoryDay): boolean {
    const { firstPublishedOn } = this.history;
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

  /** The facts of the day that {@link moveTo} named. */
  facts(day: HistoryDay): DayFacts {
    const { board, bars, requestedThrough, isInvented } = this.history;
    const isKnown = (through: number | null, events: readonly PublicReport[]): boolean =>
      isInvented ||
      (through !== null && day.epochDay - 60 <= through) ||
      events.some(({ publishedOn }) => publishedOn <= day.day && publishedOn > day.sixtyBefore);
    return {
      ...{ asOf: day.day, board, isSt: this.isSt(day), close: bars.closes[this.bar] ?? null },
      ...{ totalMarketCap: this.valued(day, 'totalMarketCap'), totalShares: this.valued(day, 'totalShares') },
      ...{ peTtm: this.valued(day, 'peTtm'), pb: this.valued(day, 'pb') },
      dividendYieldTtm: this.valued(day, 'dividendYieldTtm'),
      ...{ pbMedianFiveYears: this.books.median(), peRankFiveYears: this.rank(day) },
      holderTrades: this.trades.filter(({ publishedOn }) => publishedOn <= day.day && publishedOn > day.halfYearBefore),
      unlocks: this.unlocks.filter(
        ({ publishedOn, periodEnd }) => publishedOn <= day.day && periodEnd > day.day && periodEnd <= day.ninetyLater,
      ),
      eventsKnown: {
        holderTrades: isKnown(requestedThrough.holderTrades, this.trades),
        unlocks: isKnown(requestedThrough.unlocks, this.unlocks),
      },
    };
  }

  private rank(day: HistoryDay): number | null {
    const [pe, first] = [this.valued(day, 'peTtm'), this.prices.firstDay];
    if (pe === null || pe <= 0 || first === undefined || first > day.epochDay - RANK_DAYS) return null;
    return (100 * this.prices.countBelow(pe)) / this.prices.count;
  }

  private isSt({ day }: HistoryDay): boolean | null {
    const { bars, names, name } = this.history;
    const known = bars.st[this.bar];
    if (known !== undefined && known !== null) return known;
    const called = names.findLast(({ from }) => from <= day)?.name ?? name;
    return called === null ? null : ST_NAME.test(called);
  }

  /** A column of the newest valuation that is not too old. */
  private valued(
    { epochDay }: HistoryDay,
    column: 'peTtm' | 'pb' | 'dividendYieldTtm' | 'totalMarketCap' | 'totalShares',
  ): number | null {
    const { valuations } = this.history;
    if ((valuations.days[this.valuation] ?? -Infinity) <= epochDay - OLDEST_VALUATION_DAYS) return null;
    const values = valuations[column];
    return values[values.length - valuations.days.length + this.valuation] ?? null;
  }
}

function toFloat(value: string | number | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}
