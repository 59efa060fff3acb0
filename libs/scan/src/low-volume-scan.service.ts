import { Inject, Injectable } from '@nestjs/common';
import { type BarMatrix, BarMatrixService } from '#lib/bar-matrix';
import { APP_CONFIG, type AppConfig, isVendorSource } from '#lib/config';
import { Database, type Transaction } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import {
  marketNotices,
  MarketStateService,
  passBarsGate,
  type StoredMarketSource,
  TradingCalendarService,
} from '#lib/market-data';
import { GROUND_VOLUME_SOURCE, SessionsService } from '#lib/tracking';
import { capWarnings } from './domain/cap-warnings';
import { findLowStocks } from './domain/find-low-stocks';
import { evaluateStock } from './evaluate-stock';
import type { LowVolumeStock, LowVolumeTask } from './domain/low-volume-stock';
import { requireCapBounds, scanKey, type ScanRequest, scanWindow, type ScanWindow } from './domain/scan-request';
import type { HitOutcome } from './domain/hit-outcome';
import type { ScanPersist } from './persistence/scan-range.entity';
import type { ScanRow } from './persistence/stored-hit.entity';
import { type CandidateList, selectCandidates } from './persistence/candidates.query';
import { selectLowVolumeStocks } from './persistence/low-volume.query';

/** What a scan of one request works on, fixed for one version of the market data. */
export interface ScanPlan extends CandidateList {
  request: ScanRequest;
  window: ScanWindow;
  marketSource: StoredMarketSource;
}

/** Warnings about a scan's numbers. */
export function listWarnings(plan: ScanPlan): string[] {
  return [
    ...marketNotices(plan.marketSource),
    ...capWarnings({ ...plan, byVendor: isVendorSource(plan.marketSource) }),
  ];
}

/** Some stocks to evaluate: candidates with a year to compare with, and the days and the market source of the evaluation. */
export interface ScanTask extends LowVolumeTask {
  marketSource: string;
  requestedBy: number | null;
}

/** The hits of a task, and what became of its other stocks. */
export interface ScannedStocks {
  rows: ScanRow[];
  persist: Omit<ScanPersist, 'skippedShortHistory'>;
}

/** Plans kept for batch walks: a walk needs the same one for every batch. */
const KEPT_PLANS = 16;

/** The one-year low-volume scan: which stocks are evaluated, how, and what is written for a hit. See docs/scan.md. */
@Injectable()
export class LowVolumeScanService {
  private readonly plans = new Map<string, Promise<ScanPlan>>();

  constructor(
    private readonly db: Database,
    private readonly calendar: TradingCalendarService,
    private readonly market: MarketStateService,
    private readonly sessions: SessionsService,
    private readonly matrices: BarMatrixService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Checks a range against the calendar. @throws AppError 400 as `scanWindow` does. */
  async window(range: { startDate: CalendarDay; endDate: CalendarDay }): Promise<ScanWindow> {
    return scanWindow(await this.calendar.current(), range, this.config.scanMaxTradingDays);
  }

  /** Checks a request without counting anything. @throws AppError 400 for a range or bounds that can't be scanned. */
  async check(request: Omit<ScanRequest, 'options'>): Promise<ScanWindow> {
    requireCapBounds(request);
    return this.window(request);
  }

  /** The candidates of a request, from memory if they were requested before for this version of the data. */
  async plan(request: ScanRequest): Promise<ScanPlan> {
    const window = await this.check(request);
    const { source, dataVersion } = await this.market.read();
    const key = `${dataVersion}|${scanKey(request)}`;
    const kept = this.plans.get(key);
    if (kept !== undefined) return kept;
    const plan = selectCandidates(this.db, request, window).then((list) => ({
      ...list,
      request,
      window,
      marketSource: source,
    }));
    this.plans.set(key, plan);
    plan.catch(() => this.plans.delete(key));
    const oldest = this.plans.keys().next();
    if (this.plans.size > KEPT_PLANS && oldest.done !== true) this.plans.delete(oldest.value);
    return plan;
  }

  /**
   * The stocks of a task whose lowest volume was not undercut, before the rules of the entry day: as a scan of this process
   * would answer now. Writes nothing, and has no bars read into memory.
   */
  lowVolumeStocks(task: LowVolumeTask): Promise<LowVolumeStock[]> {
    return this.db.transaction(async (tx) => select(tx, task, await this.matrices.peek(tx, task.priorStart)));
  }

  /** Evaluates stocks and opens sessions for the hits, in the caller's transaction. */
  async scan(tx: Transaction, task: ScanTask): Promise<ScannedStocks> {
    await passBarsGate(tx);
    const stocks = await select(tx, task, await this.matrices.peekOrLoad(tx, task.priorStart));
    const evaluations = stocks.map((stock) => evaluateStock(stock, task.options));
    const hits = evaluations.filter((evaluation) => typeof evaluation === 'object');
    const { skipClosedDays: days } = task.options;
    const closedBefore =
      days === 0
        ? new Map<string, number>()
        : await this.sessions.endedByPerson(tx, hits, { days, marketSource: task.marketSource });
    const opened = await this.sessions.openAll(
      tx,
      hits
        .filter((hit) => !closedBefore.has(hit.code))
        .map((hit) => ({
          code: hit.code,
          stockName: hit.stockName,
          entryDate: hit.entryDate,
          entryClosePrice: hit.close,
        })),
      { source: GROUND_VOLUME_SOURCE, marketSource: task.marketSource, createdBy: task.requestedBy },
    );
    const rows = hits.flatMap((hit): ScanRow[] => {
      const closed = closedBefore.get(hit.code);
      if (closed !== undefined) return [{ ...hit, sessionId: closed, outcome: 'closed_before' }];
      const session = opened.get(hit.code);
      return session === undefined ? [] : [{ ...hit, sessionId: session.sessionId, outcome: session.outcome }];
    });
    const count = (outcome: HitOutcome): number => rows.filter((row) => row.outcome === outcome).length;
    return {
      rows,
      persist: {
        created: count('created'),
        alreadyOpen: count('already_open'),
        closedBefore: count('closed_before'),
        excludedLimitUp: evaluations.filter((evaluation) => evaluation === 'limit_up').length,
      },
    };
  }
}

/** From the bars in memory where they are the market's; the statement answers for what they do not tell. */
async function select(tx: Transaction, task: LowVolumeTask, matrix: BarMatrix | undefined): Promise<LowVolumeStock[]> {
  if (matrix === undefined) return selectLowVolumeStocks(tx, task);
  const { stocks, undecided } = findLowStocks(matrix, task);
  if (undecided.length === 0) return stocks;
  const selected = await selectLowVolumeStocks(tx, { ...task, codes: undecided });
  return [...stocks, ...selected].sort((one, other) => (one.code < other.code ? -1 : 1));
}
