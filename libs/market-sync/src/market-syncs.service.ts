import { Injectable } from '@nestjs/common';
import { recordAct } from '#lib/audit-trail';
import type { VendorSource } from '#lib/config';
import { Database, type Transaction } from '#lib/database';
import { AppError, addDays, type CalendarDay, Clock } from '#lib/kernel';
import {
  REPAIR_AT,
  SYNC_AT,
  latestDayPast,
  marketIsDemo,
  MarketStateService,
  TradingCalendarService,
} from '#lib/market-data';
import { JobsService } from '#lib/queue';
import type { SyncKind } from './domain/data-sets';
import { syncMarketJob } from './jobs/sync-market.job';
import {
  insertSync,
  lockRequests,
  selectIsSyncing,
  selectSync,
  selectSyncs,
  type SyncView,
} from './persistence/market-syncs.query';
import { selectFirstUnsettledDay } from './persistence/market-days.query';
import { MarketVendors } from './vendor/market-vendors';

export interface SyncRequest {
  /** Left out: from the first day that is not settled. */
  from?: CalendarDay;
  /** Left out: up to today. */
  to?: CalendarDay;
  replaceDemo?: boolean;
}

interface NewSync {
  kind: SyncKind;
  from: CalendarDay;
  to: CalendarDay;
  replaceDemo: boolean;
  startedBy: number | null;
}

/** Requests of market data, and views of the syncs. `MarketSyncRunnerService` runs them. */
@Injectable()
export class MarketSyncsService {
  constructor(
    private readonly database: Database,
    private readonly jobs: JobsService,
    private readonly clock: Clock,
    private readonly calendars: TradingCalendarService,
    private readonly state: MarketStateService,
    private readonly vendors: MarketVendors,
  ) {}

  /**
   * Requests a span of days: what is missing there, and what came short. An equal request in flight is the same.
   * @throws AppError 503 `market_not_configured`; 400 if the span is reversed or begins after today; 409
   *   `market_is_demo` without `replaceDemo`.
   */
  async request(request: SyncRequest, startedBy: number | null): Promise<{ syncId: number }> {
    const { historyDays } = await this.vendors.current();
    const today = this.clock.today();
    const to = request.to === undefined || request.to > today ? today : request.to;
    const from = request.from ?? (await this.firstDayToSync(to, historyDays));
    if (from > to) {
      const future = request.from !== undefined && request.from > today;
      const message = future ? 'lies after today' : 'is after "to"; swap them';
      const details = { reason: future ? 'range_in_future' : 'range_reversed', from, to };
      throw AppError.invalid(`from ${from} ${message}`, [{ field: 'from', message }], undefined, details);
    }
    if (request.replaceDemo !== true && (await this.state.read()).source === 'demo') throw marketIsDemo();
    const replaceDemo = request.replaceDemo === true;
    const syncId = await this.database.transaction((tx) =>
      this.insertBackfill(tx, { from, to, replaceDemo, startedBy }),
    );
    this.jobs.publishSoon();
    return { syncId };
  }

  /**
   * Requests what the market lacks of the vendor that was just chosen, in the caller's transaction.
   * @param source The vendor; the choice may not be committed yet.
   */
  async requestHistory(
    tx: Transaction,
    source: VendorSource,
    { replaceDemo, startedBy }: { replaceDemo: boolean; startedBy: number },
  ): Promise<void> {
    const to = this.clock.today();
    const from = await this.firstDayToSync(to, this.vendors.get(source).historyDays);
    await this.insertBackfill(tx, { from, to, replaceDemo, startedBy });
  }

  /** The day's sync, of all that is missing up to the last day whose time has come, in the caller's transaction. */
  async requestDaily(tx: Transaction): Promise<void> {
    const to = latestDayPast(await this.calendars.current(), this.clock.now(), SYNC_AT);
    const { historyDays } = await this.vendors.current();
    const from = await this.firstDayToSync(to, historyDays);
    await this.insertRequest(tx, { kind: 'daily', from, to, replaceDemo: false, startedBy: null });
  }

  /** Reads the open day before today again. */
  async requestRepair(tx: Transaction): Promise<void> {
    const calendar = await this.calendars.current();
    const day = calendar.nthOpenDayBefore(latestDayPast(calendar, this.clock.now(), REPAIR_AT), 1);
    await this.insertRequest(tx, { kind: 'repair', from: day, to: day, replaceDemo: false, startedBy: null });
  }

  /** @throws AppError `not_found`. */
  async get(id: number): Promise<SyncView> {
    const sync = await selectSync(this.database, id);
    if (sync === undefined) throw AppError.notFound(`market sync ${id} does not exist`);
    return sync;
  }

  /** Whether the market is being filled, so that what is computed of it now would be computed again. */
  isSyncing(): Promise<boolean> {
    return selectIsSyncing(this.database);
  }

  list(page: { limit: number; offset: number }): Promise<{ syncs: SyncView[]; total: number }> {
    return selectSyncs(this.database, page);
  }

  /**
   * The first open day whose bars are not settled, from where the market begins; of an empty market, or the demo, far enough
   * back.
   */
  private async firstDayToSync(to: CalendarDay, historyDays: number): Promise<CalendarDay> {
    const calendar = await this.calendars.current();
    const { barsFrom, source } = await this.state.read();
    const start = calendar.openDaysBefore(addDays(to, 1), historyDays)[0] ?? to;
    if (source === 'demo') return start;
    const begin = barsFrom !== null && barsFrom < start ? barsFrom : start;
    const days = calendar.openDaysBetween(begin, to);
    return (await selectFirstUnsettledDay(this.database, days)) ?? to;
  }

  /** A span that somebody requested. */
  private async insertBackfill(tx: Transaction, request: Omit<NewSync, 'kind'>): Promise<number> {
    const { from, to, replaceDemo } = request;
    const id = await this.insertRequest(tx, { kind: 'backfill', ...request });
    await recordAct(tx, { action: 'market.sync_started', subjectId: id, details: { from, to, replaceDemo } });
    return id;
  }

  private async insertRequest(tx: Transaction, request: NewSync): Promise<number> {
    await lockRequests(tx);
    const { id } = await insertSync(tx, { ...request, askedAt: this.clock.now() });
    const { jobId, created } = await this.jobs.enqueue(tx, syncMarketJob, {});
    // The job may be waiting for the time at which another sync goes on.
    if (!created) await this.jobs.expedite(tx, jobId);
    return id;
  }
}
