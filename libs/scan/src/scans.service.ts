import { Injectable } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { recordAct } from '#lib/audit-trail';
import { Database, notify, Notifications, type Transaction, watchRow } from '#lib/database';
import { AppError } from '#lib/kernel';
import { JobsService } from '#lib/queue';
import { codeRanges } from './domain/code-ranges';
import { scanKey, type ScanRequest } from './domain/scan-request';
import { scanRangeJob, type ScanRangePayload, type ScanRangeResult } from './jobs/scan-range.job';
import { LowVolumeScanService, type ScannedStocks, type ScanTask, listWarnings } from './low-volume-scan.service';
import { MarketGateService } from './market-gate.service';
import {
  cancelRun,
  failRange,
  finishRange,
  finishRunWhenComplete,
  insertScanRange,
  insertScanRun,
  markRunning,
  type ScanHit,
  type ScanView,
  selectHits,
  selectPendingJobs,
  selectRange,
  selectScan,
  selectScans,
} from './persistence/scan-runs.query';

/** Sent with a scan's id when the transaction that changed it commits. */
const CHANNEL = 'scan';

/** Whole-market scans in the background: start, watch, cancel, read. */
@Injectable()
export class ScansService {
  constructor(
    private readonly db: Database,
    private readonly jobs: JobsService,
    private readonly lowVolume: LowVolumeScanService,
    private readonly gate: MarketGateService,
    private readonly notifications: Notifications,
  ) {}

  /**
   * Starts a scan of the whole market. The run, its ranges and their jobs are one transaction.
   * @returns the id of the new scan, or of the equal one that is queued or running.
   * @throws AppError 400 for a range or bounds that can't be scanned; 503 `market_incomplete`.
   */
  async start(
    request: ScanRequest,
    startedBy: number | null,
    { allowIncomplete = false }: { allowIncomplete?: boolean } = {},
  ): Promise<{ scanId: number }> {
    const plan = await this.lowVolume.plan(request);
    const span = { priorStart: plan.window.priorStart, endDate: request.endDate };
    const gateWarnings = await this.gate.check(span, allowIncomplete);
    const scanId = await this.db.transaction(async (tx) => {
      const run = await insertScanRun(tx, {
        ...request,
        tradingDays: plan.window.tradingDays,
        priorStart: plan.window.priorStart,
        medianStart: plan.window.medianStart,
        candidateCount: plan.candidates.length,
        warnings: [...listWarnings(plan), ...gateWarnings],
        requestKey: scanKey(request),
        marketSource: plan.marketSource,
        startedBy,
      });
      if (!run.created) return run.id;
      for (const range of codeRanges(plan.candidates)) {
        const payload = { scanId: run.id, rangeNo: range.rangeNo };
        const { jobId } = await this.jobs.enqueue(
          tx,
          scanRangeJob,
          payload,
          startedBy === null ? {} : { requestedBy: startedBy },
        );
        await insertScanRange(tx, run.id, range, jobId);
      }
      const { startDate, endDate } = request;
      await recordAct(tx, { action: 'scan.started', subjectId: run.id, details: { startDate, endDate } });
      return run.id;
    });
    this.jobs.publishSoon();
    return { scanId };
  }

  /** @throws AppError `not_found`. */
  async get(id: number): Promise<ScanView> {
    const scan = await selectScan(this.db, id);
    if (scan === undefined) throw AppError.notFound(`scan ${id} does not exist`);
    return scan;
  }

  async list(page: { limit: number; offset: number }): Promise<{ scans: ScanView[]; total: number }> {
    return selectScans(this.db, page);
  }

  /** Hits so far, in code order, and the scan that they belong to. @throws AppError `not_found`. */
  async hits(
    id: number,
    page: { limit: number; offset: number },
  ): Promise<{ hits: ScanHit[]; total: number; scan: ScanView }> {
    const scan = await this.get(id);
    return { ...(await selectHits(this.db, id, page)), scan };
  }

  /**
   * The scan now, then each time it changes, until it has ended. Completes after the last state.
   * @throws AppError `not_found` before anything is emitted.
   */
  async watch(id: number): Promise<Observable<ScanView>> {
    const first = await this.get(id);
    return watchRow(this.notifications, {
      channel: CHANNEL,
      id,
      first,
      read: () => this.get(id),
      hasEnded: (scan) => scan.finishedAt !== null,
    });
  }

  /** Cancels a scan; what it wrote stays. @throws AppError `not_found`, or 409 `scan_ended` if it has ended. */
  async cancel(id: number): Promise<ScanView> {
    await this.get(id);
    await this.db.transaction(async (tx) => {
      // Jobs first, then the run: the order in which a range that finishes takes its locks.
      for (const jobId of await selectPendingJobs(tx, id)) await this.jobs.cancel(tx, jobId);
      if (!(await cancelRun(tx, id))) throw AppError.conflict('scan_ended', `scan ${id} has ended already`);
      await recordAct(tx, { action: 'scan.cancelled', subjectId: id });
      await notify(tx, CHANNEL, String(id));
    });
    return this.get(id);
  }

  /** Reads what a range has to do, and shows that the scan is running. `undefined`: nothing is left to do. */
  async takeRange(
    payload: ScanRangePayload,
    fenced: (work: (tx: Transaction) => Promise<void>) => Promise<void>,
  ): Promise<ScanTask | undefined> {
    const range = await selectRange(this.db, payload.scanId, payload.rangeNo);
    if (range?.status !== 'pending' || !['queued', 'running'].includes(range.scanStatus)) return undefined;
    if (range.scanStatus === 'queued') {
      await fenced(async (tx) => {
        await markRunning(tx, payload.scanId);
        await notify(tx, CHANNEL, String(payload.scanId));
      });
    }
    return range;
  }

  /** Scans a range and opens sessions for its hits, in the caller's transaction. Locks nothing that {@link cancel} locks. */
  scanRange(tx: Transaction, task: ScanTask): Promise<ScannedStocks> {
    return this.lowVolume.scan(tx, task);
  }

  /** Stores what {@link scanRange} found and, when it was the last range, ends the run; all in the caller's transaction. */
  async finishRange(
    tx: Transaction,
    payload: ScanRangePayload,
    { rows, persist }: ScannedStocks,
  ): Promise<ScanRangeResult> {
    await finishRange(tx, payload, rows, persist);
    await finishRunWhenComplete(tx, payload.scanId, null);
    await notify(tx, CHANNEL, String(payload.scanId));
    return { matched: rows.length };
  }

  /** Records that a range was given up. The other ranges go on; the run ends as `failed` and names the range. */
  async failRange(tx: Transaction, payload: ScanRangePayload, reason: string): Promise<void> {
    const codes = await failRange(tx, payload);
    if (codes === undefined) return;
    const error = `codes ${codes[0] ?? '–'} to ${codes.at(-1) ?? '–'}: ${reason}`;
    await finishRunWhenComplete(tx, payload.scanId, error);
    await notify(tx, CHANNEL, String(payload.scanId));
  }
}
