import type { AppConfig } from '#lib/config';
import type { Database } from '#lib/database';
import type { CalendarDay, Clock } from '#lib/kernel';
import { type TradingCalendar, type TradingCalendarService, VendorError, type VendorRead } from '#lib/market-data';
import {
  type DayRows,
  type DaySet,
  type ListedDay,
  MarketVendor,
  readPackageNotes,
  type ReportKind,
  type ShareCount,
  type StockReport,
  type StockRows,
  type StockSet,
  type VendorDiagnosis,
  type VendorNote,
  type WholeRows,
  type WholeSet,
} from '#lib/market-sync';
import { checkStocks, type NeighbourDay, requireAll } from './domain/check-package';
import { compareSnapshot } from './domain/compare-snapshot';
import { PackageError } from './domain/package-error';
import type { SnapshotStock } from './domain/snapshot-line';
import { pickStocks } from './domain/stock-day';
import { selectListedStocks, selectNeighbourDays } from './persistence/neighbour-days.query';
import { selectNewestBars } from './persistence/probe-bars.query';
import { selectRepairs } from './persistence/repairs.query';
import { selectNewestCheck, storeSnapshotCheck } from './persistence/snapshot-checks.query';
import { PROBE_STOCK, QuoteHosts } from './quote-hosts';
import { readArchive } from './read-archive';
import { RefusedPackages } from './refused-packages';
import { mayRepair, repairDay } from './repair-day';
import { fetchShareRecords } from './share-records';
import { TdxDoctor } from './tdx-doctor';
import { TdxSite } from './tdx-site';
import { TdxSnapshot } from './tdx-snapshot';

/** Days on either side among which stored ones are compared with a package. */
const NEIGHBOURS = 5;
/** A day of so many newest open days that is not there was not published yet; an older one is a hole. */
const MAY_BE_LATE = 3;

export interface TdxParts {
  readonly config: AppConfig;
  readonly database: Database;
  readonly clock: Clock;
  readonly calendars: TradingCalendarService;
}

/** TongDaXin's day packages: the whole market of a day in one file, without an account. docs/market-tdx.md */
export class TdxVendor extends MarketVendor {
  override readonly source = 'tdx';
  override readonly daySets = ['package'] as const;
  override readonly wholeSets: readonly WholeSet[];
  override readonly reportKinds = [];
  override readonly stockSets: readonly StockSet[];
  override readonly dayOrder = 'newest_first';
  override readonly finalFrom = '16:00';
  override readonly historyDays: number;

  private readonly site: TdxSite;
  private readonly snapshot: TdxSnapshot;
  private readonly quoteHosts: QuoteHosts;
  private readonly refused: RefusedPackages;
  /** The newest package that was read for its codes, until the sync requests that day. */
  private ahead: { day: CalendarDay; rows: readonly ListedDay[] } | undefined;

  /** The newest snapshot, to compare the day's package with. */
  private quotes: readonly SnapshotStock[] = [];

  constructor(private readonly parts: TdxParts) {
    super();
    const { tdx, dataDir } = parts.config;
    this.refused = new RefusedPackages(dataDir);
    this.site = new TdxSite(parts.database, tdx, async ({ day, content }) => {
      await this.refused.add(day, 'html', content, parts.clock.now());
    });
    this.snapshot = new TdxSnapshot(tdx);
    this.quoteHosts = new QuoteHosts({
      settings: tdx,
      clock: parts.clock,
      selectProbeBars: (count) => selectNewestBars(parts.database, PROBE_STOCK.code, count),
    });
    this.stockSets = this.quoteHosts.isOff ? [] : ['share_records'];
    this.wholeSets = this.snapshot.isOff ? [] : ['share_counts'];
    this.historyDays = tdx.historyDays;
  }

  override async fetchDay<Set extends DaySet>(
    set: Set,
    day: CalendarDay,
    signal: AbortSignal,
  ): Promise<VendorRead<DayRows[Set]>> {
    if (set !== 'package') throw new Error(`TongDaXin has no ${set}`);
    return (await this.fetchPackage(day, signal)) as VendorRead<DayRows[Set]>;
  }

  override async fetchWhole<Set extends WholeSet>(
    set: Set,
    _span: { readonly from: CalendarDay; readonly to: CalendarDay },
    signal: AbortSignal,
  ): Promise<VendorRead<WholeRows[Set]>> {
    if (set !== 'share_counts') throw new Error(`TongDaXin has no ${set}`);
    return (await this.fetchShareCounts(signal)) as VendorRead<WholeRows[Set]>;
  }

  override async fetchStock<Set extends StockSet>(
    _set: Set,
    code: string,
    signal: AbortSignal,
  ): Promise<VendorRead<StockRows[Set]>> {
    return fetchShareRecords(this.quoteHosts, code, signal);
  }

  override fetchReports(kind: ReportKind): Promise<VendorRead<StockReport>> {
    throw new Error(`TongDaXin has no ${kind}`);
  }

  override async readNotes(): Promise<readonly VendorNote[]> {
    const { database } = this.parts;
    const check = await selectNewestCheck(database);
    const compared = check === undefined ? [] : [{ code: 'snapshot', ...check } as const];
    const repairs = (await selectRepairs(database)).filter(({ unknown }) => unknown === 0);
    const repaired = repairs.map(
      ({ day, stocks, host }) => ({ code: 'repaired_day', day, stocks, source: host }) as const,
    );
    return [...(await readPackageNotes(database, await this.parts.calendars.current())), ...repaired, ...compared];
  }

  override async diagnose(day: CalendarDay, signal: AbortSignal): Promise<VendorDiagnosis> {
    const calendar = await this.parts.calendars.current();
    const { database } = this.parts;
    const selectNeighbours = (one: CalendarDay) => this.selectNeighbours(one, calendar);
    const parts = {
      database,
      site: this.site,
      snapshot: this.snapshot,
      quoteHosts: this.quoteHosts,
      calendar,
      selectNeighbours,
    };
    return new TdxDoctor(parts).diagnose(day, signal);
  }

  private async fetchPackage(day: CalendarDay, signal: AbortSignal): Promise<VendorRead<ListedDay>> {
    const { ahead } = this;
    this.ahead = undefined;
    if (ahead?.day === day) return { rows: ahead.rows, leftOut: 0, calls: 0 };
    const calendar = await this.parts.calendars.current();
    try {
      return await this.requestPackage(day, calendar, signal);
    } catch (error) {
      if (!mayRepair(error) || this.mayBeLate(day, calendar)) throw error;
      return this.repair(day, calendar, error, signal);
    }
  }

  /** @throws VendorError the failure of the package if the day can't be repaired. */
  private async repair(
    day: CalendarDay,
    calendar: TradingCalendar,
    failure: VendorError,
    signal: AbortSignal,
  ): Promise<VendorRead<ListedDay>> {
    const { database, clock } = this.parts;
    const selectNeighbours = (one: CalendarDay) => this.selectNeighbours(one, calendar);
    const parts = { database, clock, hosts: this.quoteHosts, selectNeighbours };
    const outcome = await repairDay(day, calendar, parts, signal).catch((error: unknown) => {
      if (!(error instanceof VendorError)) throw error;
      return { rows: undefined, reason: error.message, calls: error.calls };
    });
    if (outcome === undefined) throw failure;
    const calls = failure.calls + outcome.calls;
    if (outcome.rows !== undefined) return { rows: outcome.rows, leftOut: 0, calls };
    throw new VendorError(failure.reason, `${failure.message}; ${outcome.reason}`, null, calls);
  }

  private async requestPackage(
    day: CalendarDay,
    calendar: TradingCalendar,
    signal: AbortSignal,
  ): Promise<VendorRead<ListedDay>> {
    const response = await this.site.fetchPackage(day, signal);
    if (response.kind === 'not_found') throw this.notFound(day, calendar, response.calls);
    try {
      const instruments = await readArchive(day, response.content);
      const rows = pickStocks(day, instruments);
      requireAll(checkStocks(rows, await this.selectNeighbours(day, calendar)));
      await this.compare(day, rows);
      return { rows, leftOut: instruments.length - rows.length, calls: response.calls };
    } catch (error) {
      if (!(error instanceof PackageError)) throw error;
      await this.refused.add(day, error.check, response.content, this.parts.clock.now());
      const message = `the package of ${day} was refused: ${error.message}`;
      throw new VendorError('rejected', message, null, response.calls);
    }
  }

  /** Counts how a day differs from the snapshot that came before it in the same sync. */
  private async compare(day: CalendarDay, rows: readonly ListedDay[]): Promise<void> {
    const comparison = compareSnapshot(day, rows, this.quotes);
    if (comparison.compared > 0) await storeSnapshotCheck(this.parts.database, day, comparison);
  }

  /** A 404 of one of the newest open days may come later; of an older one the site has nothing. */
  private notFound(day: CalendarDay, calendar: TradingCalendar, calls: number): VendorError {
    return this.mayBeLate(day, calendar)
      ? new VendorError('not_published', `the package of ${day} is not published yet`, null, calls)
      : new VendorError('missing_day', `TongDaXin has no package of ${day}`, null, calls);
  }

  private mayBeLate(day: CalendarDay, calendar: TradingCalendar): boolean {
    const today = this.parts.clock.today();
    return [...calendar.openDaysBefore(today, MAY_BE_LATE - 1), today].includes(day);
  }

  /** Stored days within five open days, nearest first. */
  private async selectNeighbours(day: CalendarDay, calendar: TradingCalendar): Promise<NeighbourDay[]> {
    const before = calendar.openDaysBefore(day, NEIGHBOURS).reverse();
    const near: CalendarDay[] = [];
    let after = day;
    for (let step = 0; step < NEIGHBOURS; step += 1) {
      after = calendar.nextOpenDay(after);
      near.push(...before.slice(step, step + 1), after);
    }
    const stored = await selectNeighbourDays(this.parts.database, near);
    return near.flatMap((one) => stored.find((neighbour) => neighbour.day === one) ?? []);
  }

  /** Shares by the snapshot. Of an empty market the newest package says which stocks there are. */
  private async fetchShareCounts(signal: AbortSignal): Promise<VendorRead<ShareCount>> {
    const known = await selectListedStocks(this.parts.database);
    const { stocks, calls } = known.length > 0 ? { stocks: known, calls: 0 } : await this.fetchNewestStocks(signal);
    if (stocks.length === 0) return { rows: [], leftOut: 0, calls };
    const snapshot = await this.snapshot.fetchQuotes(stocks, signal);
    this.quotes = snapshot.stocks;
    // The package of the day came first, for its codes.
    if (this.ahead !== undefined) await this.compare(this.ahead.day, this.ahead.rows);
    const rows = snapshot.stocks.flatMap(({ code, day, floatShares, totalShares }): ShareCount[] =>
      floatShares === null ? [] : [{ code, from: day, floatShares, totalShares, basis: 'snapshot' }],
    );
    return { rows, leftOut: snapshot.stocks.length - rows.length, calls: calls + snapshot.calls };
  }

  private async fetchNewestStocks(signal: AbortSignal): Promise<{ stocks: readonly ListedDay[]; calls: number }> {
    const calendar = await this.parts.calendars.current();
    let calls = 0;
    for (const day of calendar.openDaysBefore(calendar.nextOpenDay(this.parts.clock.today()), MAY_BE_LATE).reverse()) {
      try {
        const read = await this.fetchPackage(day, signal);
        this.ahead = { day, rows: read.rows };
        return { stocks: read.rows, calls: calls + read.calls };
      } catch (error) {
        if (!(error instanceof VendorError) || error.reason === 'blocked') throw error;
        calls += error.calls;
      }
    }
    return { stocks: [], calls };
  }
}
