import { setTimeout as pause } from 'node:timers/promises';
import { type Database, type Transaction } from '#lib/database';
import { type CalendarDay, type Clock, shanghaiDayAt } from '#lib/kernel';
import { latestDayPast } from '../domain/sync/data-clock';
import { firstSameAt, nextReadingAt } from '../domain/sync/reading';
import { DAY_SETS, type DaySet, REPORT_SETS, type SyncDataSet, WHOLE_SETS, type WholeSet } from './sync-data-sets';
import type { MarketLoadHooks } from '../market-load-hooks';
import { changeSync, countUnitsDone, type SyncChange, type SyncTask } from '../persistence/market-syncs.query';
import { selectReportQuestions } from '../persistence/report-questions.query';
import {
  saveDayAnswer,
  saveFault,
  saveStored,
  selectDayUnits,
  selectDenied,
  selectUnit,
  type SyncUnit,
} from '../persistence/sync-units.query';
import type { TradingCalendarService } from '../trading-calendar.service';
import { type Tushare, TushareFault } from '../tushare/tushare';
import { readStockReports } from '../tushare/readers/stock-reports';
import { askDay } from './day-questions';
import { packRows } from './packed-rows';
import { storeFetchedDays } from './store-days';
import { storeReports } from './store-reports';
import { askWhole, requireRealMarket } from './store-whole-sets';

/** What a run needs of whoever runs it: a job's lease, or a test. */
export interface SyncContext {
  readonly signal: AbortSignal;
  /** Runs `work` in a transaction that holds only while the run is still the caller's. */
  fenced<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** How a run ended: with all that could be had, or with something left to ask later. */
export type SyncOutcome =
  | { state: 'completed'; error: string | null }
  | { state: 'failed'; error: string }
  | { state: 'waiting'; seconds: number; stage: string };

export interface SyncParts {
  database: Database;
  clock: Clock;
  tushare: Tushare;
  calendars: TradingCalendarService;
  hooks: MarketLoadHooks;
  /** Vendor calls that one sync may spend on reports. */
  reportsPerSync: number;
}

/** Days between two stores of what came; a killed run loses no call by it, only the storing. */
const DAYS_BETWEEN_STORES = 20;
/** A data set of a day that failed so often in one sync is given up in it. */
const TRIES = 5;
/** So many failures in a row say that the vendor is away. */
const FAILURES_IN_A_ROW = 5;
const RATE_WAIT_SECONDS = 60;
const QUOTA_WAIT_SECONDS = 3600;
const VENDOR_WAIT_SECONDS = 60;
const RATE_WAITS = 30;
/** A data set that was refused is tried again after this time: accounts are upgraded. */
const DENIED_FOR_MS = 20 * 3_600_000;
/** Before this time a day has no bars at all. */
const FIRST_BARS_AT = '09:30';

/** Ends the pass: nothing more is asked now. */
class Stopped extends Error {
  constructor(readonly outcome: SyncOutcome) {
    super('the sync waits');
  }
}

/** Runs one sync from wherever it was left. */
export class MarketSyncRun {
  private readonly denied = new Set<SyncDataSet>();
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
    const refused = await selectDenied(this.parts.database, new Date(this.now().getTime() - DENIED_FOR_MS));
    if (this.task.kind !== 'backfill') for (const dataSet of refused) this.denied.add(dataSet);
    try {
      // With `replace_demo` the demo goes with the first real answer, not before.
      if (!this.task.replaceDemo) await this.context.fenced((tx) => this.requireMarket(tx));
      for (const dataSet of WHOLE_SETS) await this.bringWhole(dataSet);
      await this.bringDays();
      if (this.task.kind !== 'repair') await this.bringReports();
      return await this.verdict();
    } catch (error) {
      if (error instanceof Stopped) {
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

  private async bringWhole(dataSet: WholeSet): Promise<void> {
    const unit = await selectUnit(this.parts.database, dataSet, '');
    const today = shanghaiDayAt(this.now());
    const fetched = unit?.state === 'stored' ? unit.fetchedAt : null;
    const isFresh = fetched !== null && shanghaiDayAt(fetched) === today;
    if (isFresh && !(this.task.kind === 'backfill' && fetched < this.task.askedAt)) return;
    if (this.denied.has(dataSet)) return;
    const came = await this.answered(dataSet, '', null, async () => {
      const { signal } = this.context;
      const { hooks, tushare } = this.parts;
      const answer = await askWhole(tushare, dataSet, { from: this.task.from, today }, hooks, signal);
      await this.context.fenced(async (tx) => {
        await this.requireMarket(tx);
        await answer.store(tx);
        await this.keepStored(tx, dataSet, '', answer);
      });
    });
    // Without the listings nobody can say whether a day is complete.
    if (!came && dataSet === 'stock_basic' && !this.denied.has(dataSet)) {
      throw new Stopped(wait(VENDOR_WAIT_SECONDS, 'the list of stocks did not come'));
    }
  }

  private async keepStored(
    tx: Transaction,
    dataSet: SyncDataSet,
    key: string,
    { rows, calls }: { rows: number; calls: number },
  ): Promise<void> {
    await saveStored(tx, { dataSet, key, rows, calls, at: this.now(), syncId: this.task.id });
    await changeSync(tx, this.task.id, { calls, rows });
  }

  private async bringDays(): Promise<void> {
    const days = await this.days();
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) return;
    const units = unitsByKey(await selectDayUnits(this.parts.database, first, last));
    const complete = new Set(await this.completeDays(first, last));
    const due = days.flatMap((day) => {
      const sets = DAY_SETS.filter(
        (set) => !this.denied.has(set) && this.isDue(units.get(`${set} ${day}`), day, complete.has(day)),
      );
      return sets.length === 0 ? [] : [{ day, sets }];
    });
    const waiting = due.reduce((sum, { sets }) => sum + sets.length, 0);
    await this.note({ stage: 'days', unitsTotal: (await this.unitsDone()) + waiting });
    let sinceStore = 0;
    for (const { day, sets } of due) {
      // Together: they are one question in five parts, and the vendor's client keeps the pace.
      const asked = await Promise.allSettled(sets.map((set) => this.bringDay(set, day, units.get(`${set} ${day}`))));
      for (const one of asked) if (one.status === 'rejected') throw one.reason;
      sinceStore += 1;
      if (sinceStore % DAYS_BETWEEN_STORES === 0) await this.store();
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
    const rows = await this.parts.database.query<{ day: CalendarDay }>(
      'select trade_date as day from market_day where complete and trade_date between $1 and $2',
      [from, to],
    );
    return rows.map(({ day }) => day);
  }

  /** Whether a data set's day is to be asked for in this pass. */
  private isDue(unit: SyncUnit | undefined, day: CalendarDay, isComplete: boolean): boolean {
    if (unit === undefined) return !isComplete || this.task.kind !== 'daily';
    const { fetchedAt } = unit;
    if (unit.state === 'fetched') return false;
    if (unit.state === 'denied') return !this.denied.has(unit.dataSet) && unit.notedAt < this.task.askedAt;
    if (unit.state === 'failed' || fetchedAt === null) return unit.syncId !== this.task.id || unit.attempts < TRIES;
    const isOlder = fetchedAt < this.task.askedAt;
    if (this.task.kind === 'repair' && isOlder) return true;
    if (this.task.kind === 'backfill' && isOlder && !isComplete) return true;
    if (unit.settled) return false;
    const next = nextReadingAt({ day, fetchedAt, firstSameAt: unit.firstSameAt ?? fetchedAt }, this.now());
    return next !== undefined && next <= this.now();
  }

  private async bringDay(dataSet: DaySet, day: CalendarDay, before: SyncUnit | undefined): Promise<void> {
    if (this.denied.has(dataSet)) return;
    await this.answered(dataSet, day, day, async () => {
      const { rows, total, calls } = await askDay(this.parts.tushare, dataSet, day, this.context.signal);
      const at = this.now();
      const read = before?.firstSameAt === null || before === undefined ? undefined : before;
      const since = firstSameAt(
        day,
        { at, rows: rows.length, total },
        read === undefined ? undefined : { firstSameAt: read.firstSameAt ?? at, rows: read.rows, total: read.total },
      );
      await this.context.fenced(async (tx) => {
        await saveDayAnswer(tx, {
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

  private async bringReports(): Promise<void> {
    const sets = REPORT_SETS.filter((set) => !this.denied.has(set));
    const { database, reportsPerSync, tushare } = this.parts;
    if (sets.length === 0 || reportsPerSync === 0) return;
    const questions = await selectReportQuestions(database, {
      sets,
      at: this.now(),
      syncId: this.task.id,
      limit: reportsPerSync,
    });
    if (questions.length === 0) return;
    await this.note({ stage: 'reports', unitsTotal: (await this.unitsDone()) + questions.length });
    for (const { dataSet, code } of questions) {
      if (this.denied.has(dataSet)) continue;
      await this.answered(dataSet, code, null, async () => {
        const read = await readStockReports(tushare, dataSet, { code }, this.context.signal);
        await this.context.fenced(async (tx) => {
          await storeReports(tx, code, dataSet, read.rows);
          await this.keepStored(tx, dataSet, code, { rows: read.rows.length, calls: read.calls });
          await changeSync(tx, this.task.id, { unitsDone: 1 });
        });
      });
    }
  }

  /** Stores what has come. */
  private async store(): Promise<void> {
    const { database, hooks } = this.parts;
    await storeFetchedDays(database, hooks, {
      replaceDemo: this.task.replaceDemo,
      signal: this.context.signal,
    });
  }

  /**
   * Asks, and once more after a rate limit; notes every fault and goes on, or stops the pass where that is no use.
   * @returns whether an answer came.
   */
  private async answered(
    dataSet: SyncDataSet,
    key: string,
    day: CalendarDay | null,
    ask: () => Promise<void>,
  ): Promise<boolean> {
    for (;;) {
      this.context.signal.throwIfAborted();
      try {
        await ask();
        this.failuresInARow = 0;
        return true;
      } catch (error) {
        if (!(error instanceof TushareFault)) throw error;
        await this.noteFault({ dataSet, key, day }, error);
        if (error.fault !== 'rate') return false;
        await pause((error.retryAfterSeconds ?? RATE_WAIT_SECONDS) * 1000, undefined, { signal: this.context.signal });
      }
    }
  }

  private async noteFault(
    unit: { dataSet: SyncDataSet; key: string; day: CalendarDay | null },
    fault: TushareFault,
  ): Promise<void> {
    await this.context.fenced(async (tx) => {
      await saveFault(tx, { ...unit, at: this.now(), syncId: this.task.id }, fault);
      await changeSync(tx, this.task.id, { calls: fault.calls });
    });
    switch (fault.fault) {
      case 'permission':
        this.denied.add(unit.dataSet);
        return;
      case 'not_configured':
        throw fault;
      case 'quota':
        throw new Stopped(wait(fault.retryAfterSeconds ?? QUOTA_WAIT_SECONDS, 'the vendor’s quota is used up'));
      case 'rate':
        this.rateWaits += 1;
        if (this.rateWaits > RATE_WAITS) throw new Stopped(wait(RATE_WAIT_SECONDS * 10, 'the vendor limits the pace'));
        return;
      case 'vendor':
        this.failuresInARow += 1;
        if (this.failuresInARow >= FAILURES_IN_A_ROW) {
          throw new Stopped(wait(fault.retryAfterSeconds ?? VENDOR_WAIT_SECONDS, 'the vendor does not answer'));
        }
    }
  }

  /** What is left when the pass is through: another reading, another try, or nothing. */
  private async verdict(): Promise<SyncOutcome> {
    const days = await this.days();
    const [first, last] = [days[0], days.at(-1)];
    const units =
      first === undefined || last === undefined ? [] : await selectDayUnits(this.parts.database, first, last);
    const mine = units.filter(({ key, syncId }) => syncId === this.task.id && days.some((day) => day === key));
    const failed = mine.filter(({ state }) => state === 'failed');
    if (failed.some(({ attempts }) => attempts < TRIES)) return wait(VENDOR_WAIT_SECONDS, 'some data did not come');
    const next = mine.flatMap((unit) => (unit.state === 'stored' && !unit.settled ? this.nextReading(unit) : []));
    const soonest = Math.min(...next.map((at) => at.getTime()));
    if (next.length > 0) {
      const seconds = Math.max(1, Math.ceil((soonest - this.now().getTime()) / 1000));
      return wait(seconds, 'the newest day is read again, to see whether it still changes');
    }
    if (failed.length > 0) {
      const names = failed.slice(0, 5).map(({ dataSet, key }) => `${dataSet} of ${key}`);
      const more = failed.length > names.length ? ` and ${failed.length - names.length} more` : '';
      return { state: 'failed', error: `${names.join(', ')}${more} did not come in ${TRIES} tries; sync again later` };
    }
    const missing = [...this.denied].sort();
    return {
      state: 'completed',
      error: missing.length === 0 ? null : `the token may not read ${missing.join(', ')}; the sync went on without`,
    };
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

function wait(seconds: number, stage: string): SyncOutcome {
  return { state: 'waiting', seconds, stage };
}

function unitsByKey(units: readonly SyncUnit[]): Map<string, SyncUnit> {
  return new Map(units.map((unit) => [`${unit.dataSet} ${unit.key}`, unit]));
}
