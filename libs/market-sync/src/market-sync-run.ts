import { setTimeout as pause } from 'node:timers/promises';
import { type Database, type Transaction } from '#lib/database';
import { type CalendarDay, type Clock, collectGarbage, shanghaiDayAt } from '#lib/kernel';
import {
  latestDayPast,
  type MarketLoadHooks,
  type TradingCalendarService,
  VendorError,
  requireRealMarket,
} from '#lib/market-data';
import { toStoredName } from './domain/stored-data-set';
import { selectCompleteDays } from './persistence/stored-market.query';
import type { MarketVendor } from './vendor/market-vendor';
import { storeReports } from './persistence/reports.query';
import {
  DAY_SETS,
  type DaySet,
  isMoneyFlow,
  type ReportKind,
  type StockSet,
  type SyncDataSet,
  type WholeSet,
} from './domain/data-sets';
import { mayHaveCome, readyLaterAt } from './domain/day-set-terms';
import { firstSameAt, nextReadingAt } from './domain/reading';
import { findNextRequest, hasOwnSchedule } from './domain/request-again';
import { changeSync, countUnitsDone, type SyncChange, type SyncTask } from './persistence/market-syncs.query';
import { type DueStock, selectDueReports, selectDueStocks } from './persistence/due-stocks.query';
import {
  saveDayRows,
  saveError,
  saveStockRows,
  saveStored,
  selectDayUnits,
  selectDenied,
  selectUnit,
  type SyncUnit,
} from './persistence/sync-units.query';
import { fetchDay } from './fetch-day';
import { packRows } from './packed-rows';
import { storeFetchedDays } from './store-days';
import { storeFetchedStocks } from './store-stock-sets';
import { fetchWholeSet } from './store-whole-sets';

/** What a run needs of whoever runs it: a job's lease, or a test. */
export interface SyncContext {
  readonly signal: AbortSignal;
  /** Runs `work` in a transaction that holds only while the run is still the caller's. */
  fenced<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** How a run ended: with everything that the vendor has, or with something left to request later. */
export type SyncOutcome =
  | { state: 'completed'; error: string | null }
  | { state: 'failed'; error: string }
  | { state: 'waiting'; seconds: number; stage: string };

export interface SyncParts {
  database: Database;
  clock: Clock;
  vendor: MarketVendor;
  calendars: TradingCalendarService;
  hooks: MarketLoadHooks;
  /** Vendor calls that one sync may spend on reports. */
  reportsPerSync: number;
}

/** Days between two stores of what came; a killed run loses no call by it, only the storing. */
const DAYS_BETWEEN_STORES = 20;
/** Rows between two collections of garbage: a day of a whole market has 5,400, and leaves 12 to 20 MB. */
const ROWS_BETWEEN_COLLECTIONS = 50_000;
/** As many stocks are requested between two stores of what came of them. */
const STOCKS_BETWEEN_STORES = 500;
/** More than there are: all of them in one sync. */
const MOST_STOCKS = 100_000;
/** A data set of a day that failed so often in one sync is given up in it. */
const MAX_ATTEMPTS = 5;
/** After so many failures in a row the vendor counts as unavailable. */
const FAILURES_IN_A_ROW = 5;
const RATE_WAIT_SECONDS = 60;
const QUOTA_WAIT_SECONDS = 3600;
const VENDOR_WAIT_SECONDS = 60;
const RATE_WAITS = 30;
const BLOCKED_WAIT_SECONDS = 3600;
/** A data set that was denied is requested again after this time: accounts are upgraded. */
const DENIED_FOR_MS = 20 * 3_600_000;
/** Before this time a day has no bars at all. */
const FIRST_BARS_AT = '09:30';

/** Ends the pass: nothing more is requested now. */
class PassEnded extends Error {
  constructor(readonly outcome: SyncOutcome) {
    super('the sync waits');
  }
}

/** Runs one sync from wherever it was left. */
export class MarketSyncRun {
  /** Fetched since the last collection of garbage. */
  private uncollectedRows = 0;
  private readonly denied = new Set<SyncDataSet>();
  /** Data sets of stocks whose server does not answer, in this pass. */
  private readonly unavailable = new Set<SyncDataSet>();
  /** Money flow whose own quota is used up, in this pass. */
  private readonly outOfQuota = new Set<SyncDataSet>();
  private failuresInARow = 0;
  private rateWaits = 0;

  constructor(
    private readonly parts: SyncParts,
    private readonly task: SyncTask,
    private readonly context: SyncContext,
  ) {}

  /** @throws AppError `market_is_demo`, `market_not_configured`; what the database throws. */
  async run(): Promise<SyncOutcome> {
    await this.note({ status: 'running', stage: 'listings', resumeInSeconds: null });
    const denied = await selectDenied(this.parts.database, new Date(this.now().getTime() - DENIED_FOR_MS));
    if (this.task.kind !== 'backfill')
      for (const dataSet of denied) if (this.isFetched(dataSet)) this.denied.add(dataSet);
    try {
      // With `replace_demo` the demo goes with the first real rows, not before.
      if (!this.task.replaceDemo) await this.context.fenced((tx) => this.requireMarket(tx));
      for (const dataSet of this.parts.vendor.wholeSets) await this.syncWholeSet(dataSet);
      await this.syncDays();
      if (this.task.kind !== 'repair') {
        await this.syncStockSets();
        await this.syncReports();
      }
      return await this.evaluate();
    } catch (error) {
      if (error instanceof PassEnded) {
        await this.store();
        return error.outcome;
      }
      throw error;
    }
  }

  private now(): Date {
    return this.parts.clock.now();
  }

  private note(change: SyncChange): Promise<void> {
    return this.context.fenced((tx) => changeSync(tx, this.task.id, change));
  }

  private requireMarket(tx: Transaction): Promise<void> {
    return requireRealMarket(tx, this.task.replaceDemo, this.parts.hooks);
  }

  private async syncWholeSet(dataSet: WholeSet): Promise<void> {
    const unit = await selectUnit(this.parts.database, dataSet, '');
    const today = shanghaiDayAt(this.now());
    const fetchedAt = unit?.state === 'stored' ? unit.fetchedAt : null;
    const isFresh = fetchedAt !== null && shanghaiDayAt(fetchedAt) === today;
    if (isFresh && !(this.task.kind === 'backfill' && fetchedAt < this.task.askedAt)) return;
    if (this.denied.has(dataSet)) return;
    const came = await this.request(dataSet, '', null, async () => {
      const { signal } = this.context;
      const { hooks, vendor } = this.parts;
      const fetched = await fetchWholeSet(vendor, dataSet, { from: this.task.from, today }, hooks, signal);
      await this.context.fenced(async (tx) => {
        await this.requireMarket(tx);
        await fetched.store(tx);
        await this.noteStored(tx, dataSet, '', fetched);
      });
    });
    // Without the listings nobody can say whether a day is complete.
    if (!came && dataSet === 'listings' && !this.denied.has(dataSet)) {
      throw new PassEnded(wait(VENDOR_WAIT_SECONDS, 'the list of stocks did not come'));
    }
  }

  private async noteStored(
    tx: Transaction,
    dataSet: SyncDataSet,
    key: string,
    { rows, calls }: { rows: number; calls: number },
  ): Promise<void> {
    await saveStored(tx, { dataSet, key, rows, calls, at: this.now(), syncId: this.task.id });
    await changeSync(tx, this.task.id, { calls, rows });
  }

  private async syncDays(): Promise<void> {
    const days = await this.days();
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) return;
    const units = unitsByKey(await selectDayUnits(this.parts.database, first, last));
    const complete = new Set(await this.completeDays(first, last));
    const due = days.flatMap((day) => {
      const sets = this.parts.vendor.daySets.filter(
        (set) =>
          !this.denied.has(set) &&
          mayHaveCome(this.parts.vendor.dayTerms[set], day, this.now()) &&
          this.isDue(set, units.get(`${set} ${day}`), { day, isComplete: complete.has(day) }),
      );
      return sets.length === 0 ? [] : [{ day, sets }];
    });
    const waiting = due.reduce((sum, { sets }) => sum + sets.length, 0);
    await this.note({ stage: 'days', unitsTotal: (await this.unitsDone()) + waiting });
    let sinceStore = 0;
    if (this.parts.vendor.dayOrder === 'newest_first') due.reverse();
    for (const { day, sets } of due) {
      // Together: they are one day in several parts, and the vendor's client keeps the pace.
      const results = await Promise.allSettled(sets.map((set) => this.fetchDay(set, day, units.get(`${set} ${day}`))));
      for (const one of results) if (one.status === 'rejected') throw one.reason;
      sinceStore += 1;
      if (sinceStore % DAYS_BETWEEN_STORES === 0) await this.store();
      if (this.uncollectedRows >= ROWS_BETWEEN_COLLECTIONS) {
        this.uncollectedRows = 0;
        collectGarbage();
      }
    }
    await this.store();
  }

  private unitsDone(): Promise<number> {
    return countUnitsDone(this.parts.database, this.task.id);
  }

  /** Open days of the span that may have data by now, oldest first. */
  private async days(): Promise<CalendarDay[]> {
    const calendar = await this.parts.calendars.current();
    const last = latestDayPast(calendar, this.now(), FIRST_BARS_AT);
    const to = this.task.to < last ? this.task.to : last;
    return this.task.from > to ? [] : calendar.openDaysBetween(this.task.from, to);
  }

  private async completeDays(from: CalendarDay, to: CalendarDay): Promise<CalendarDay[]> {
    return selectCompleteDays(this.parts.database, from, to);
  }

  /** Whether the vendor, as it is set up now, is asked for the set; units of former settings stay in the database. */
  private isFetched(dataSet: SyncDataSet): boolean {
    const { daySets } = this.parts.vendor;
    return !DAY_SETS.some((set) => set === dataSet) || daySets.some((set) => set === dataSet);
  }

  /** Whether a data set's day is to be requested in this pass. */
  private isDue(
    dataSet: DaySet,
    unit: SyncUnit | undefined,
    { day, isComplete }: { day: CalendarDay; isComplete: boolean },
  ): boolean {
    // A day is complete without money flow, which comes after the rest.
    if (unit === undefined) return !isComplete || this.task.kind !== 'daily' || isMoneyFlow(dataSet);
    const { fetchedAt } = unit;
    if (unit.state === 'fetched') return false;
    if (unit.state === 'denied') return !this.denied.has(unit.dataSet) && unit.notedAt < this.task.askedAt;
    if (unit.state === 'failed' || fetchedAt === null) return this.isDueAgain(unit);
    const isOlder = fetchedAt < this.task.askedAt;
    const isFinal = this.parts.vendor.finalFrom !== null && unit.settled;
    if (this.task.kind === 'repair' && isOlder && !isFinal) return true;
    if (this.task.kind === 'backfill' && isOlder && !isComplete) return true;
    if (unit.settled) return false;
    const next = nextReadingAt({ day, fetchedAt, firstSameAt: unit.firstSameAt ?? fetchedAt }, this.now());
    return next !== undefined && next <= this.now();
  }

  /** Whether a request that failed is to be made again in this pass. */
  private isDueAgain(unit: SyncUnit): boolean {
    if (unit.syncId !== this.task.id) return true;
    if (!hasOwnSchedule(unit.fault)) return unit.attempts < MAX_ATTEMPTS;
    const next = this.nextRequest(unit);
    return next !== undefined && next <= this.now();
  }

  private nextRequest({ fault, notedAt, attempts }: SyncUnit): Date | undefined {
    return findNextRequest({ reason: fault, notedAt, attempts }, shanghaiDayAt(this.now()));
  }

  private async fetchDay(dataSet: DaySet, day: CalendarDay, before: SyncUnit | undefined): Promise<void> {
    if (this.denied.has(dataSet) || this.outOfQuota.has(dataSet)) return;
    await this.request(dataSet, day, day, async () => {
      const { rows, total, calls } = await fetchDay(this.parts.vendor, dataSet, day, this.context.signal);
      this.uncollectedRows += rows.length;
      const at = this.now();
      const read = before?.firstSameAt === null || before === undefined ? undefined : before;
      const since = firstSameAt(
        day,
        { at, rows: rows.length, total },
        read === undefined ? undefined : { firstSameAt: read.firstSameAt ?? at, rows: read.rows, total: read.total },
      );
      await this.context.fenced(async (tx) => {
        await saveDayRows(tx, {
          dataSet,
          day,
          rows: rows.length,
          total,
          content: packRows(rows),
          fetchedAt: at,
          firstSameAt: since,
          calls,
          syncId: this.task.id,
        });
        await changeSync(tx, this.task.id, { unitsDone: 1, calls, rows: rows.length });
      });
    });
  }

  /** Data sets of single stocks come after the days, which say what there is to explain. */
  private async syncStockSets(): Promise<void> {
    const { database, vendor } = this.parts;
    const sets = vendor.stockSets.filter((set) => !this.denied.has(set));
    const limit = MOST_STOCKS * sets.length;
    const due = await selectDueStocks(database, { sets, at: this.now(), syncId: this.task.id, limit });
    let sinceStore = 0;
    await this.requestStocks('stocks', due, async ({ dataSet, code }) => {
      const came = await this.request(dataSet, code, null, () => this.fetchStock(dataSet, code));
      sinceStore += 1;
      if (sinceStore % STOCKS_BETWEEN_STORES === 0) await this.store();
      // The market is there without them, and the next sync requests them: nobody waits for a server that does not answer.
      if (!came) this.unavailable.add(dataSet);
    });
    await this.store();
  }

  private async fetchStock(dataSet: StockSet, code: string): Promise<void> {
    const { rows, calls } = await this.parts.vendor.fetchStock(dataSet, code, this.context.signal);
    const content = packRows(rows);
    await this.context.fenced(async (tx) => {
      const [at, syncId] = [this.now(), this.task.id];
      await saveStockRows(tx, { dataSet, code, rows: rows.length, content, calls, at, syncId });
      await changeSync(tx, syncId, { unitsDone: 1, calls, rows: rows.length });
    });
  }

  private async syncReports(): Promise<void> {
    const { database, reportsPerSync, vendor } = this.parts;
    const sets = vendor.reportKinds.filter((set) => !this.denied.has(set));
    if (sets.length === 0 || reportsPerSync === 0) return;
    const due = await selectDueReports(database, {
      sets,
      at: this.now(),
      syncId: this.task.id,
      limit: reportsPerSync,
    });
    await this.requestStocks('reports', due, async ({ dataSet, code }) => {
      await this.request(dataSet, code, null, async () => {
        const read = await vendor.fetchReports(dataSet, code, this.context.signal);
        await this.context.fenced(async (tx) => {
          await storeReports(tx, code, dataSet, read.rows);
          await this.noteStored(tx, dataSet, code, { rows: read.rows.length, calls: read.calls });
          await changeSync(tx, this.task.id, { unitsDone: 1 });
        });
      });
    });
  }

  /** Goes through stocks, but for those of data sets that turn out to be denied or unavailable. */
  private async requestStocks<Set extends ReportKind | StockSet>(
    stage: string,
    due: readonly DueStock<Set>[],
    request: (stock: DueStock<Set>) => Promise<void>,
  ): Promise<void> {
    if (due.length === 0) return;
    await this.note({ stage, unitsTotal: (await this.unitsDone()) + due.length });
    for (const stock of due) {
      if (!this.denied.has(stock.dataSet) && !this.unavailable.has(stock.dataSet)) await request(stock);
    }
  }

  /** Stores what has come. */
  private async store(): Promise<void> {
    const { database, hooks, vendor } = this.parts;
    const calendar = await this.parts.calendars.current();
    const { signal } = this.context;
    await storeFetchedDays(database, hooks, { vendor, calendar, replaceDemo: this.task.replaceDemo, signal });
    await storeFetchedStocks(database, hooks, { vendor, calendar, signal });
  }

  /**
   * Sends a request, and again after a rate limit; notes every error and goes on, or ends the pass if that is no use.
   * @returns whether rows came.
   */
  private async request(
    dataSet: SyncDataSet,
    key: string,
    day: CalendarDay | null,
    send: () => Promise<void>,
  ): Promise<boolean> {
    for (;;) {
      this.context.signal.throwIfAborted();
      try {
        await send();
        this.failuresInARow = 0;
        return true;
      } catch (error) {
        if (!(error instanceof VendorError)) throw error;
        await this.noteError({ dataSet, key, day }, error);
        if (error.reason !== 'rate') return false;
        await pause((error.retryAfterSeconds ?? RATE_WAIT_SECONDS) * 1000, undefined, { signal: this.context.signal });
      }
    }
  }

  private async noteError(
    unit: { dataSet: SyncDataSet; key: string; day: CalendarDay | null },
    error: VendorError,
  ): Promise<void> {
    await this.context.fenced(async (tx) => {
      await saveError(tx, { ...unit, at: this.now(), syncId: this.task.id }, error);
      await changeSync(tx, this.task.id, { calls: error.calls });
    });
    switch (error.reason) {
      case 'permission':
        this.denied.add(unit.dataSet);
        return;
      case 'not_published':
      case 'missing_day':
      case 'rejected':
        // Of that day alone: the others are requested all the same.
        this.failuresInARow = 0;
        return;
      case 'blocked':
        throw new PassEnded(wait(error.retryAfterSeconds ?? BLOCKED_WAIT_SECONDS, error.message));
      case 'not_configured':
        throw error;
      case 'quota':
        if (isMoneyFlow(unit.dataSet)) {
          // Accounts without the points may have a few calls an hour: the bars must not wait for it.
          this.outOfQuota.add(unit.dataSet);
          return;
        }
        throw new PassEnded(wait(error.retryAfterSeconds ?? QUOTA_WAIT_SECONDS, 'the vendor’s quota is used up'));
      case 'rate':
        this.rateWaits += 1;
        if (this.rateWaits > RATE_WAITS)
          throw new PassEnded(wait(RATE_WAIT_SECONDS * 10, 'the vendor limits the pace'));
        return;
      case 'vendor':
        this.failuresInARow += 1;
        if (this.failuresInARow >= FAILURES_IN_A_ROW) {
          throw new PassEnded(wait(error.retryAfterSeconds ?? VENDOR_WAIT_SECONDS, 'the vendor does not answer'));
        }
    }
  }

  /** What is left when the pass is through: another reading, another attempt, or nothing. */
  private async evaluate(): Promise<SyncOutcome> {
    const days = await this.days();
    const [first, last] = [days[0], days.at(-1)];
    const units =
      first === undefined || last === undefined ? [] : await selectDayUnits(this.parts.database, first, last);
    const mine = units.filter(
      ({ dataSet, key, syncId }) =>
        syncId === this.task.id && days.some((day) => day === key) && this.isFetched(dataSet),
    );
    const spared = mine.filter(({ dataSet, fault }) => isMoneyFlow(dataSet) && fault === 'quota');
    const failed = mine.filter(
      (unit) => unit.state === 'failed' && !hasOwnSchedule(unit.fault) && !spared.includes(unit),
    );
    if (failed.some(({ attempts }) => attempts < MAX_ATTEMPTS))
      return wait(VENDOR_WAIT_SECONDS, 'some data did not come');
    const scheduled = mine.filter(({ state, fault }) => state === 'failed' && hasOwnSchedule(fault));
    const again = scheduled.flatMap((unit) => this.nextRequest(unit) ?? []);
    if (again.length > 0) {
      const [first] = scheduled;
      return wait(this.secondsUntil(again), `${first?.key ?? ''} ${WAITS_FOR[first?.fault ?? ''] ?? 'did not come'}`);
    }
    const next = mine.flatMap((unit) => (unit.state === 'stored' && !unit.settled ? this.nextReading(unit) : []));
    const ready = this.listReadyLater(last);
    if (next.length > 0) {
      return wait(
        this.secondsUntil([...next, ...ready]),
        'the newest day is read again, to see whether it still changes',
      );
    }
    if (ready.length > 0) return wait(this.secondsUntil(ready), `the money flow of ${last ?? ''} is not ready yet`);
    const rejected = scheduled.filter(({ fault }) => fault === 'rejected');
    if (rejected.length > 0) {
      const days = listDays(rejected);
      return {
        state: 'failed',
        error: `the vendor’s data of ${days} failed a check and were not stored; see market status`,
      };
    }
    if (failed.length > 0) {
      const names = failed.slice(0, 5).map(({ dataSet, key }) => `${toStoredName(dataSet)} of ${key}`);
      const more = failed.length > names.length ? ` and ${failed.length - names.length} more` : '';
      return {
        state: 'failed',
        error: `${names.join(', ')}${more} did not come in ${MAX_ATTEMPTS} tries; sync again later`,
      };
    }
    return { state: 'completed', error: this.describeLeftOut(scheduled, spared) };
  }

  /** What a completed sync went on without. */
  private describeLeftOut(scheduled: readonly SyncUnit[], spared: readonly SyncUnit[]): string | null {
    const denied = [...this.denied].map(toStoredName).sort();
    const unavailable = [...this.unavailable].map(toStoredName).sort();
    const exhausted = [...new Set(spared.map(({ dataSet }) => toStoredName(dataSet)))].sort();
    const late = scheduled.filter(({ fault }) => fault === 'not_published');
    const missing = scheduled.filter(({ fault }) => fault === 'missing_day');
    const sentences = [
      ...(denied.length === 0 ? [] : [`the token may not read ${denied.join(', ')}; the sync went on without`]),
      ...(exhausted.length === 0
        ? []
        : [`the quota for ${exhausted.join(', ')} is used up; the sync went on without, sync its days again later`]),
      ...(unavailable.length === 0 ? [] : [`${unavailable.join(', ')} did not come; the next sync requests them`]),
      ...(late.length === 0 ? [] : [`${listDays(late)} is not published; it is requested again next morning`]),
      ...(missing.length === 0 ? [] : [`the vendor has nothing of ${listDays(missing)}`]),
    ];
    return sentences.length === 0 ? null : sentences.join('; ');
  }

  /** When what is not ready of the newest day will be. */
  private listReadyLater(day: CalendarDay | undefined): Date[] {
    if (day === undefined) return [];
    const { daySets, dayTerms } = this.parts.vendor;
    return daySets.flatMap((set) => (this.denied.has(set) ? [] : (readyLaterAt(dayTerms[set], day, this.now()) ?? [])));
  }

  private secondsUntil(instants: readonly Date[]): number {
    const soonest = Math.min(...instants.map((at) => at.getTime()));
    return Math.max(1, Math.ceil((soonest - this.now().getTime()) / 1000));
  }

  private nextReading(unit: SyncUnit): Date[] {
    const day = unit.key as CalendarDay;
    if (unit.fetchedAt === null) return [];
    const at = nextReadingAt(
      { day, fetchedAt: unit.fetchedAt, firstSameAt: unit.firstSameAt ?? unit.fetchedAt },
      this.now(),
    );
    return at === undefined ? [] : [at];
  }
}

/** Why a day is waited for, by the reason of its failure. */
const WAITS_FOR: Readonly<Record<string, string>> = {
  not_published: 'is not published yet',
  rejected: 'failed a check and is requested again',
};

const NAMED_DAYS = 5;

function listDays(units: readonly SyncUnit[]): string {
  const days = units.map(({ key }) => key).sort();
  const more = days.length > NAMED_DAYS ? ` and ${days.length - NAMED_DAYS} more` : '';
  return `${days.slice(0, NAMED_DAYS).join(', ')}${more}`;
}

function wait(seconds: number, stage: string): SyncOutcome {
  return { state: 'waiting', seconds, stage };
}

function unitsByKey(units: readonly SyncUnit[]): Map<string, SyncUnit> {
  return new Map(units.map((unit) => [`${unit.dataSet} ${unit.key}`, unit]));
}
