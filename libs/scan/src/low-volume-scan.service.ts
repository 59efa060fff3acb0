import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database, type Transaction } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { fenOf, marketNotices, MarketState, priceLimitOf, TradingCalendarService } from '#lib/market-data';
import { GROUND_VOLUME_SOURCE, SessionsService } from '#lib/tracking';
import { missingCapsWarning } from './domain/missing-caps';
import { closedAtLimitUp, type LowVolumeDay } from './domain/scan-hit';
import { requireCapBounds, type ScanBounds, scanWindow, type ScanWindow, YI } from './domain/scan-request';
import type { ScanPersist, ScanRow } from './jobs/scan-batch.job';
import { type CandidateList, selectCandidates } from './persistence/candidates.query';
import { type LowVolumeRow, selectLowVolumeDays } from './persistence/low-volume.query';

/** What a scan of one request works on, fixed for one version of the market data. */
export interface ScanPlan extends CandidateList {
  bounds: ScanBounds;
  window: ScanWindow;
  marketSource: string;
}

/** What a reader must know beside a scan's numbers. */
export function warningsOf(plan: ScanPlan): string[] {
  return [...marketNotices(plan.marketSource), ...missingCapsWarning(plan.withoutCap)];
}

/** Some stocks to judge: candidates with a year to compare with, and the days and the market that the judging reads. */
export interface ScanTask {
  codes: readonly string[];
  startDate: CalendarDay;
  endDate: CalendarDay;
  /** First day of the prior window. */
  priorStart: CalendarDay;
  marketSource: string;
  requestedBy: number | null;
}

/** The hits of a task, and what became of its other stocks. */
export interface ScannedStocks {
  rows: ScanRow[];
  persist: Omit<ScanPersist, 'skippedShortHistory'>;
}

/** Plans kept for batch walks: a walk asks for the same one for every batch. */
const KEPT_PLANS = 16;

/** The one-year low-volume scan: which stocks are judged, how, and what is written for a hit. See docs/scan.md. */
@Injectable()
export class LowVolumeScan {
  private readonly plans = new Map<string, Promise<ScanPlan>>();

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(TradingCalendarService) private readonly calendar: TradingCalendarService,
    @Inject(MarketState) private readonly market: MarketState,
    @Inject(SessionsService) private readonly sessions: SessionsService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Checks a range against the calendar. @throws AppError 400 as `scanWindow` does. */
  async window(range: { startDate: CalendarDay; endDate: CalendarDay }): Promise<ScanWindow> {
    return scanWindow(await this.calendar.current(), range, this.config.scanMaxTradingDays);
  }

  /** Checks a request without counting anything. @throws AppError 400 for a range or bounds that can't be scanned. */
  async check(bounds: ScanBounds): Promise<ScanWindow> {
    requireCapBounds(bounds);
    return this.window(bounds);
  }

  /** The candidates of a request, from memory where this version of the data was asked before. */
  async plan(bounds: ScanBounds): Promise<ScanPlan> {
    const window = await this.check(bounds);
    const { source, dataVersion } = await this.market.read();
    const key = [dataVersion, bounds.startDate, bounds.endDate, bounds.circMktMinYi, bounds.circMktMaxYi].join('|');
    const kept = this.plans.get(key);
    if (kept !== undefined) return kept;
    const plan = selectCandidates(this.db, bounds, window).then((list) => ({
      ...list,
      bounds,
      window,
      marketSource: source,
    }));
    this.plans.set(key, plan);
    plan.catch(() => this.plans.delete(key));
    const oldest = this.plans.keys().next();
    if (this.plans.size > KEPT_PLANS && oldest.done !== true) this.plans.delete(oldest.value);
    return plan;
  }

  /** Judges stocks and opens sessions for the hits, in the caller's transaction. */
  async scan(tx: Transaction, task: ScanTask): Promise<ScannedStocks> {
    const days = (await selectLowVolumeDays(tx, task)).map(lowVolumeDay);
    const hits = days.filter((day) => !closedAtLimitUp(day.close, day.limitUp));
    const sessions = await this.sessions.openAll(
      tx,
      hits.map((hit) => ({
        code: hit.code,
        stockName: hit.stockName,
        entryDate: hit.entryDate,
        entryClosePrice: hit.close,
      })),
      { source: GROUND_VOLUME_SOURCE, marketSource: task.marketSource, createdBy: task.requestedBy },
    );
    const rows = hits.flatMap((hit) => {
      const session = sessions.get(hit.code);
      return session === undefined ? [] : [scanRow(hit, session)];
    });
    const created = rows.filter((row) => row.outcome === 'created').length;
    return {
      rows,
      persist: { created, alreadyOpen: rows.length - created, excludedLimitUp: days.length - hits.length },
    };
  }
}

function lowVolumeDay(row: LowVolumeRow): LowVolumeDay {
  return {
    code: row.code,
    stockName: row.stockName,
    entryDate: row.entryDate,
    minVolume: row.minVolume,
    close: row.close,
    limitUp: limitUpOf(row),
    circMarketCap: row.circMarketCap,
    priorMinVolume: row.priorMinVolume,
    priorMinVolumeDate: row.priorMinVolumeDate,
  };
}

/** Vendors write a huge number where a day has no limit. */
const VENDOR_NO_LIMIT = 10_000;

/** The entry day's limit-up price in yuan: the vendor's, else computed; null on a day without one. */
function limitUpOf(row: LowVolumeRow): number | null {
  if (row.vendorLimitUp !== null) return row.vendorLimitUp >= VENDOR_NO_LIMIT ? null : row.vendorLimitUp;
  if (row.previousClose === null) return null;
  const limit = priceLimitOf({
    board: row.board,
    tradeDate: row.entryDate,
    preCloseFen: fenOf(row.previousClose),
    isSt: row.isSt ?? false,
    // Stocks in their first days have no year to compare with and never come here.
    tradingDayNo: null,
  });
  return limit === null ? null : limit.upFen / 100;
}

function scanRow(hit: LowVolumeDay, session: { sessionId: number; outcome: 'created' | 'already_open' }): ScanRow {
  return {
    code: hit.code,
    stockName: hit.stockName,
    entryDate: hit.entryDate,
    minVolume: hit.minVolume,
    close: hit.close,
    limitUp: hit.limitUp,
    circulatingMarketCapYi: Math.round((hit.circMarketCap / YI) * 100) / 100,
    priorMinVolume: hit.priorMinVolume,
    priorMinVolumeDate: hit.priorMinVolumeDate,
    sessionId: session.sessionId,
    outcome: session.outcome,
  };
}
