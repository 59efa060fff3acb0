import { Inject, Injectable } from '@nestjs/common';
import { recordAct } from '#lib/audit-trail';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database, type Transaction } from '#lib/database';
import { AppError, addDays, type CalendarDay, Clock } from '#lib/kernel';
import { JobsService } from '#lib/queue';
import { REPAIR_AT, SYNC_AT, latestDayPast } from '../domain/sync/data-clock';
import type { SyncKind } from './sync-data-sets';
import { marketIsDemo } from '../import/store-market';
import { syncMarketJob } from '../jobs/sync-market.job';
import { MarketStateService } from '../market-state.service';
import { insertSync, selectSync, selectSyncs, type SyncView } from '../persistence/market-syncs.query';
import { selectFirstUnsettledDay } from '../persistence/market-days.query';
import { TradingCalendarService } from '../trading-calendar.service';

/** Advisory lock of a transaction that adds a wish, or that ends the job which works through them. */
const WISHES_LOCK = 0x5343_5357;

/** Open days that an empty market gets: a scan of 60 days and the 360 before it. */
const FIRST_SYNC_DAYS = 420;

export interface SyncRequest {
  /** Left out: from the first day that is not settled. */
  from?: CalendarDay;
  /** Left out: up to today. */
  to?: CalendarDay;
  replaceDemo?: boolean;
}

/** Wishes for market data: who asks for a sync, and who watches one. `MarketSyncRunnerService` fulfils them. */
@Injectable()
export class MarketSyncsService {
  constructor(
    private readonly database: Database,
    private readonly jobs: JobsService,
    private readonly clock: Clock,
    private readonly calendars: TradingCalendarService,
    private readonly state: MarketStateService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Asks for a span of days: what is missing there, and what came short. An equal wish in flight is the same.
   * @throws AppError 503 `market_not_configured`; 400 where the span is turned round or begins after today; 409
   *   `market_is_demo` without `replaceDemo`.
   */
  async request(request: SyncRequest, startedBy: number | null): Promise<{ syncId: number }> {
    this.requireTushare();
    const today = this.clock.today();
    const to = request.to === undefined || request.to > today ? today : request.to;
    const from = request.from ?? (await this.firstDayToSync(to));
    if (from > to) {
      const message =
        request.from !== undefined && request.from > today ? 'lies after today' : 'is after "to"; swap them';
      throw AppError.invalid(`from ${from} ${message}`, [{ field: 'from', message }]);
    }
    if (request.replaceDemo !== true && (await this.state.read()).source === 'demo') throw marketIsDemo();
    const replaceDemo = request.replaceDemo === true;
    const syncId = await this.database.transaction(async (tx) => {
      const id = await this.wish(tx, { kind: 'backfill', from, to, replaceDemo, startedBy });
      await recordAct(tx, { action: 'market.sync_started', subjectId: id, details: { from, to, replaceDemo } });
      return id;
    });
    this.jobs.publishSoon();
    return { syncId };
  }

  /** The day's sync, of all that is missing up to the last day whose time has come, in the caller's transaction. */
  async wishDaily(tx: Transaction): Promise<void> {
    const to = latestDayPast(await this.calendars.current(), this.clock.now(), SYNC_AT);
    const from = await this.firstDayToSync(to);
    await this.wish(tx, { kind: 'daily', from, to, replaceDemo: false, startedBy: null });
  }

  /** Reads the open day before today again. */
  async wishRepair(tx: Transaction): Promise<void> {
    const calendar = await this.calendars.current();
    const day = calendar.nthOpenDayBefore(latestDayPast(calendar, this.clock.now(), REPAIR_AT), 1);
    await this.wish(tx, { kind: 'repair', from: day, to: day, replaceDemo: false, startedBy: null });
  }

  /** @throws AppError `not_found`. */
  async get(id: number): Promise<SyncView> {
    const sync = await selectSync(this.database, id);
    if (sync === undefined) throw AppError.notFound(`market sync ${id} does not exist`);
    return sync;
  }

  list(page: { limit: number; offset: number }): Promise<{ syncs: SyncView[]; total: number }> {
    return selectSyncs(this.database, page);
  }

  private requireTushare(): void {
    if (this.config.marketSource === 'tushare') return;
    throw AppError.unavailable(
      'market_not_configured',
      'market data come from Tushare only with MARKET_SOURCE=tushare and TUSHARE_TOKEN; set them and start again',
      { retryable: false },
    );
  }

  /** The first open day whose bars are not settled, from where the market begins; of an empty market, far enough back. */
  private async firstDayToSync(to: CalendarDay): Promise<CalendarDay> {
    const calendar = await this.calendars.current();
    const { barsFrom, source } = await this.state.read();
    const start = calendar.openDaysBefore(addDays(to, 1), FIRST_SYNC_DAYS)[0] ?? to;
    const begin = barsFrom !== null && source !== 'demo' && barsFrom < start ? barsFrom : start;
    const days = calendar.openDaysBetween(begin, to);
    return (await selectFirstUnsettledDay(this.database, days)) ?? to;
  }

  private async wish(
    tx: Transaction,
    wish: { kind: SyncKind; from: CalendarDay; to: CalendarDay; replaceDemo: boolean; startedBy: number | null },
  ): Promise<number> {
    await lockWishes(tx);
    const { id } = await insertSync(tx, { ...wish, askedAt: this.clock.now() });
    const { jobId, created } = await this.jobs.enqueue(tx, syncMarketJob, {});
    // The job may be waiting for the time at which another sync goes on.
    if (!created) await this.jobs.expedite(tx, jobId);
    return id;
  }
}

/**
 * Taken by whoever adds a wish, and by the job before it ends: else a wish could join a job in flight that has looked for
 * wishes already.
 */
export async function lockWishes(tx: Transaction): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [WISHES_LOCK]);
}
