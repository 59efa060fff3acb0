import { Inject, Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#lib/database';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import type { CalendarDay } from '#lib/kernel';
import { marketNotices, MarketStateService, type StoredMarketSource } from '#lib/market-data';
import { JobsService } from '#lib/queue';
import { codesToScan } from './domain/code-ranges';
import { rulesNote } from './domain/rules-note';
import { computeBreadth } from './domain/breadth';
import { countDoubts, hitWarnings } from './domain/hit-warnings';
import type { ScanRequest } from './domain/scan-request';
import { type FirstScanBatchPayload, scanBatchJob, type ScanBatchResult, toScanRequest } from './jobs/scan-batch.job';
import { LowVolumeScanService, type ScanPlan, listWarnings } from './low-volume-scan.service';
import { MarketGateService } from './market-gate.service';

export interface BatchRequest extends ScanRequest {
  /** Cursor: the last code of the batch before; null for the first. */
  afterCode: string | null;
  /** Candidates per batch, 1 to 100. */
  limit: number;
  /** Scan although days are not complete. */
  allowIncomplete?: boolean;
}

/** A plan, and the warnings of the market gate. */
export interface BatchPlan extends ScanPlan {
  gateWarnings: readonly string[];
}

/** A range that can be scanned, for a caller that checks it before starting. */
export interface RangeDescription {
  startDate: string;
  endDate: string;
  tradingDays: number;
  maxTradingDays: number;
  withinLimit: boolean;
  /** Latest day with bars. */
  marketDataThrough: string | null;
  marketSource: StoredMarketSource;
  warnings: string[];
}

/** The batch walk: a caller requests the next candidates repeatedly until `hasMore` is false. */
@Injectable()
export class BatchScanService {
  constructor(
    private readonly db: Database,
    private readonly jobs: JobsService,
    private readonly lowVolume: LowVolumeScanService,
    private readonly gate: MarketGateService,
    private readonly market: MarketStateService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Describes a range for a scan. @throws AppError 400 as for a scan; above the limit its details contain both numbers. */
  async describeRange(range: { startDate: CalendarDay; endDate: CalendarDay }): Promise<RangeDescription> {
    const { tradingDays } = await this.lowVolume.window(range);
    const { source, barsTo } = await this.market.read();
    return {
      ...range,
      tradingDays,
      maxTradingDays: this.config.scanMaxTradingDays,
      withinLimit: true,
      marketDataThrough: barsTo,
      marketSource: source,
      warnings: marketNotices(source),
    };
  }

  /**
   * Queues a batch after checking its request.
   * @throws AppError 400 for a range or bounds that can't be scanned; 503 `market_incomplete`.
   */
  async request(request: BatchRequest, requestedBy: number): Promise<{ jobId: number }> {
    const { priorStart } = await this.lowVolume.check(request);
    await this.gate.check({ priorStart, endDate: request.endDate }, request.allowIncomplete === true);
    const { options, ...rest } = request;
    await this.jobs.assertReachable(scanBatchJob.queue);
    const { jobId } = await this.db.transaction((tx) =>
      this.jobs.enqueue(
        tx,
        scanBatchJob,
        { ...rest, ...options, requestedBy },
        { requestedBy, dedupeScope: String(requestedBy) },
      ),
    );
    this.jobs.publishSoon();
    return { jobId };
  }

  /** What the batch needs to know before its transaction opens. */
  async prepare(payload: FirstScanBatchPayload): Promise<BatchPlan> {
    const plan = await this.lowVolume.plan(toScanRequest(payload));
    const span = { priorStart: plan.window.priorStart, endDate: plan.request.endDate };
    return { ...plan, gateWarnings: await this.gate.check(span, payload.allowIncomplete === true) };
  }

  /** Scans one batch in the caller's transaction. */
  async scan(tx: Transaction, plan: BatchPlan, payload: FirstScanBatchPayload): Promise<ScanBatchResult> {
    const { startDate, endDate, options } = plan.request;
    const after = payload.afterCode;
    const rest = after === null ? plan.candidates : plan.candidates.filter((candidate) => candidate.code > after);
    const batch = rest.slice(0, payload.limit);
    const hasMore = rest.length > batch.length;
    const codes = codesToScan(batch);
    const { rows, persist } = await this.lowVolume.scan(tx, {
      codes,
      startDate,
      endDate,
      priorStart: plan.window.priorStart,
      medianStart: plan.window.medianStart,
      options,
      marketSource: plan.marketSource,
      requestedBy: payload.requestedBy,
    });
    return {
      startDate,
      endDate,
      tradingDays: plan.window.tradingDays,
      candidateCount: plan.candidates.length,
      matchedCount: rows.length,
      batchCodesProcessed: batch.length,
      hasMore,
      nextAfterCode: hasMore ? (batch.at(-1)?.code ?? null) : null,
      rows,
      persist: { ...persist, skippedShortHistory: batch.length - codes.length },
      breadth: computeBreadth(rows.length, batch.length),
      options,
      rulesNote: rulesNote(plan.request, plan.window),
      warnings: [...listWarnings(plan), ...plan.gateWarnings, ...hitWarnings(countDoubts(rows))],
      marketSource: plan.marketSource,
    };
  }
}
