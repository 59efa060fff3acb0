import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#lib/database';
import { AppError } from '#lib/kernel';
import { ChipCacheService, type FreshChips } from '#lib/chips';
import { JobsService } from '#lib/queue';
import { type CyqSyncReport, syncCyqJob } from './jobs/sync-cyq.job';
import { type ChipSession, selectChipSessions } from './persistence/chip-sessions.query';
import { refreshAllOpenSessionMarkets, refreshOpenSessionMarkets } from './persistence/session-market.query';

/** Who asked for which sessions. */
export interface CyqRequest {
  /** null: all open sessions. */
  sessionIds: readonly number[] | null;
  requestedBy: number | null;
}

/** What a sync is about, and what the model said of it. */
export interface CyqAnswer {
  /** One entry for each session, or stock, that the report counts. */
  targets: readonly { code: string; isOpen: boolean }[];
  fresh: FreshChips;
}

/** Refreshes cached chip distributions, and with them what sessions show: `docs/chips.md`. */
@Injectable()
export class CyqSyncService {
  constructor(
    private readonly database: Database,
    private readonly jobs: JobsService,
    private readonly chips: ChipCacheService,
  ) {}

  /** As {@link start}, for a caller who can't run the job himself. @throws AppError `queue_unavailable`, `no_worker` too. */
  async request(request: CyqRequest): Promise<{ jobId: number }> {
    return this.start(request, () => this.jobs.assertReachable(syncCyqJob.queue));
  }

  /**
   * Queues a sync.
   * @param assertReady Called when the request is found good, before anything is written.
   * @throws AppError `not_found` naming sessions that don't exist, `market_not_configured`.
   */
  async start(
    { sessionIds, requestedBy }: CyqRequest,
    assertReady: () => Promise<void> = () => Promise.resolve(),
  ): Promise<{ jobId: number }> {
    const ids = sessionIds === null ? null : [...new Set(sessionIds)].sort((a, b) => a - b);
    if (ids !== null) requireAll(ids, await selectChipSessions(this.database, ids));
    await this.chips.assertConfigured();
    await assertReady();
    const { jobId } = await this.database.transaction((tx) =>
      this.jobs.enqueue(
        tx,
        syncCyqJob,
        { sessionIds: ids },
        requestedBy === null ? {} : { requestedBy, dedupeScope: String(requestedBy) },
      ),
    );
    this.jobs.publishSoon();
    return { jobId };
  }

  /** Asks the model about the sessions' stocks. Nothing is stored. */
  async askForSessions(sessionIds: readonly number[] | null, signal: AbortSignal): Promise<CyqAnswer> {
    const targets = await selectChipSessions(this.database, sessionIds);
    const codes = [...new Set(targets.filter(({ isOpen }) => isOpen).map(({ code }) => code))].sort();
    return { targets, fresh: await this.chips.ask(codes, signal) };
  }

  /** Asks the model about every stock that traded on the market's last day. Nothing is stored. */
  async askForMarket(signal: AbortSignal): Promise<CyqAnswer> {
    const codes = await this.chips.marketCodes();
    return { targets: codes.map((code) => ({ code, isOpen: true })), fresh: await this.chips.ask(codes, signal) };
  }

  /** Stores an answer and refreshes open sessions in the caller's transaction. @throws AppError `market_changed`. */
  async store(tx: Transaction, { targets, fresh }: CyqAnswer): Promise<CyqSyncReport> {
    const { changed, modelChanged } = await this.chips.store(tx, fresh);
    if (modelChanged) await refreshAllOpenSessionMarkets(tx);
    else if (changed.size > 0) await refreshOpenSessionMarkets(tx, [...changed].sort());
    const known = new Set(fresh.rows.map(({ code }) => code));
    const open = targets.filter(({ isOpen }) => isOpen);
    const updated = open.filter(({ code }) => changed.has(code)).length;
    const failed = open.filter(({ code }) => !known.has(code)).length;
    return {
      requested: targets.length,
      updated,
      // A closed session keeps what it had.
      unchanged: targets.length - updated - failed,
      failed,
      vendorCalls: fresh.vendorCalls,
      warnings: fresh.warnings,
    };
  }
}

function requireAll(ids: readonly number[], found: readonly ChipSession[]): void {
  const known = new Set(found.map(({ id }) => id));
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return;
  const named = missing.slice(0, 10).join(', ');
  throw missing.length === 1
    ? AppError.notFound(`session ${named} does not exist`, undefined, { resource: 'session', id: named })
    : AppError.notFound(`${missing.length} sessions do not exist: ${named}`, undefined, {
        ...{ resource: 'sessions', count: missing.length, ids: named },
      });
}
