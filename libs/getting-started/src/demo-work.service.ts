import { Injectable } from '@nestjs/common';
import { fromEvent, lastValueFrom, takeUntil } from 'rxjs';
import { AiPanel, fillMissingDaysJob, scoreFundamentalJob } from '#lib/ai';
import { Database, type Transaction } from '#lib/database';
import { AppError } from '#lib/kernel';
import { MarketStateService, TradingCalendarService } from '#lib/market-data';
import { PositionsService, WatchlistService } from '#lib/portfolio';
import { JobsService, ScheduleGate } from '#lib/queue';
import { DEFAULT_CIRC_MKT_MAX_YI, DEFAULT_CIRC_MKT_MIN_YI, DEFAULT_SCAN_OPTIONS, ScansService } from '#lib/scan';
import { createDemoWorkJob } from './jobs/create-demo-work.job';
import {
  isUntouchedDemo,
  type SampleSession,
  selectFirstAdministrator,
  selectSampleSessions,
  storeDemoSamples,
} from './persistence/demo-work.query';

/** Open days of the scan's range. */
const SCANNED_DAYS = 20;
/** Sessions that get records of ten days. */
const FILLED_SESSIONS = 5;
const WATCHED = 3;
const HELD = 2;
const SHARES = 1000;
const RULES = 'rules';

/** Work in the demo market, as a trader would have left it: what the product does can be seen at the first login. */
@Injectable()
export class DemoWorkService {
  constructor(
    private readonly database: Database,
    private readonly jobs: JobsService,
    private readonly gate: ScheduleGate,
    private readonly state: MarketStateService,
    private readonly calendars: TradingCalendarService,
    private readonly scans: ScansService,
    private readonly panel: AiPanel,
    private readonly watchlist: WatchlistService,
    private readonly positions: PositionsService,
  ) {}

  /** Requests the work once in the life of a database, if it holds the demo and nobody has begun anything. */
  async request(): Promise<void> {
    if (!(await isUntouchedDemo(this.database))) return;
    await this.gate.once('demo.create-work', 'first', async (tx) => {
      await this.jobs.enqueue(tx, createDemoWorkJob, {});
    });
    this.jobs.publishSoon();
  }

  /**
   * Scans the last days, and waits for the end of the scan.
   * @returns the scan and the administrator whose work it is; undefined if there is nothing to show it with.
   */
  async scan(signal: AbortSignal): Promise<{ scanId: number; userId: number } | undefined> {
    const { source, barsTo } = await this.state.read();
    const userId = await selectFirstAdministrator(this.database);
    if (source !== 'demo' || barsTo === null || userId === undefined) return undefined;
    const { scans } = await this.scans.list({ limit: 1, offset: 0 });
    const scanId = scans[0]?.id ?? (await this.startScan());
    const untilAborted = (await this.scans.watch(scanId)).pipe(takeUntil(fromEvent(signal, 'abort')));
    const ended = await lastValueFrom(untilAborted, { defaultValue: undefined });
    signal.throwIfAborted();
    if (ended?.status !== 'completed')
      throw AppError.unavailable('demo_scan_failed', `scan ${scanId} did not complete`);
    return { scanId, userId };
  }

  /** Queues records and a score of some sessions, and fills the lists of the administrator, in the caller's transaction. */
  async create(tx: Transaction, { scanId, userId }: { scanId: number; userId: number }): Promise<number> {
    const sessions = await selectSampleSessions(tx, scanId, FILLED_SESSIONS);
    if (await this.costsNothing()) await this.requestFills(tx, sessions, userId);
    await this.fillLists(tx, sessions, userId);
    return sessions.length;
  }

  private async startScan(): Promise<number> {
    const { barsTo } = await this.state.read();
    if (barsTo === null) throw AppError.notFound('the market has no bars', 'no_market_data');
    const calendar = await this.calendars.current();
    const endDate = calendar.latestOpenDay(barsTo);
    const startDate = calendar.nthOpenDayBefore(endDate, SCANNED_DAYS - 1);
    const caps = { circMktMinYi: DEFAULT_CIRC_MKT_MIN_YI, circMktMaxYi: DEFAULT_CIRC_MKT_MAX_YI };
    const { scanId } = await this.scans.start({ startDate, endDate, ...caps, options: DEFAULT_SCAN_OPTIONS }, null);
    return scanId;
  }

  /** Models of an account are not asked for the sake of a demo. */
  private async costsNothing(): Promise<boolean> {
    return (await this.panel.listModels()).every(({ name }) => name === RULES);
  }

  private async requestFills(tx: Transaction, sessions: readonly SampleSession[], userId: number): Promise<void> {
    const options = { requestedBy: userId, dedupeScope: String(userId) };
    for (const { sessionId } of sessions) await this.jobs.enqueue(tx, fillMissingDaysJob, { sessionId }, options);
    const [first] = sessions;
    if (first !== undefined) {
      await this.jobs.enqueue(tx, scoreFundamentalJob, { sessionId: first.sessionId }, options);
    }
  }

  private async fillLists(tx: Transaction, sessions: readonly SampleSession[], userId: number): Promise<void> {
    const watched = sessions.slice(0, WATCHED);
    const held = sessions.slice(-HELD);
    const codesOf = (some: readonly SampleSession[]): string[] => some.map(({ code }) => code);
    await storeDemoSamples(tx, 'watchlist', userId, codesOf(watched));
    await storeDemoSamples(tx, 'positions', userId, codesOf(held));
    for (const { code } of watched) await this.watchlist.put(userId, code, '演示 · demo', tx);
    for (const { code, entryClose: avgCost, entryDate: openedAt } of held) {
      await this.positions.put(userId, code, { quantity: SHARES, avgCost, openedAt }, tx);
    }
  }
}
