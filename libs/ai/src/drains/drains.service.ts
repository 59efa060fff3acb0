import { Inject, Injectable } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { recordAct } from '#lib/audit-trail';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database, notify, Notifications, sqlIn, type Transaction, watchRow } from '#lib/database';
import { AppError, Clock } from '#lib/kernel';
import { TradingCalendarService } from '#lib/market-data';
import { Jobs } from '#lib/queue';
import { selectFillQueueIds } from '#lib/tracking';
import { FillDays } from '../fills/fill-days.service';
import { drainLaneJob } from '../jobs/drain-lane.job';
import {
  cancelDrain,
  type DrainKind,
  type DrainOutcome,
  type DrainView,
  insertDrain,
  insertLane,
  type NewDrain,
  selectDrain,
  selectDrains,
  selectInFlight,
  selectLaneJobs,
  selectOutcomes,
} from '../persistence/drains.query';
import { DRAIN_CHANNEL } from './drain-channel';

/** A drain with its report. */
export type DrainReport = DrainView & { outcomes: DrainOutcome[] };

const START_TRIES = 5;

/** Drains of the fill queues: start, watch, cancel, read. */
@Injectable()
export class Drains {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Jobs) private readonly jobs: Jobs,
    @Inject(Notifications) private readonly notifications: Notifications,
    @Inject(TradingCalendarService) private readonly calendar: TradingCalendarService,
    @Inject(FillDays) private readonly days: FillDays,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Drains today's queue by hand, over the bars up to the last trading day that is final.
   * @returns the id of the new drain, or of the one of this kind that is queued or running.
   */
  async start(kind: DrainKind, startedBy: number | null): Promise<{ drainId: number }> {
    const tradeDay = (await this.calendar.current()).latestOpenDay(this.days.finalThrough());
    const today = this.clock.today();
    for (let round = 0; round < START_TRIES; round += 1) {
      const drainId = await this.db.transaction(async (tx) => {
        const fresh = await this.insert(tx, { kind, origin: 'manual', tradeDay, today, startedBy });
        if (fresh === undefined) return selectInFlight(tx, kind);
        await recordAct(sqlIn(tx), { action: 'drain.started', subjectId: fresh, details: { kind } });
        return fresh;
      });
      this.jobs.publishSoon();
      if (drainId !== undefined) return { drainId };
      // The one in flight ended between the two statements: then this one is new after all.
    }
    throw AppError.unavailable('drains_contended', `${kind} drains come and go too fast; try again`);
  }

  /**
   * Writes a drain of the sessions that wait now, its lanes and their jobs in the caller's transaction.
   * @returns undefined where this day's scheduled drain has been, or one of this kind is in flight.
   */
  async insert(tx: Transaction, drain: Omit<NewDrain, 'sessionIds'>): Promise<number | undefined> {
    const { kind, today, tradeDay, startedBy } = drain;
    const sql = sqlIn(tx);
    const marketDay = await this.days.latestComplete(tradeDay, sql);
    const sessionIds = await selectFillQueueIds(sql, kind, { today, through: tradeDay, marketDay });
    const drainId = await insertDrain(tx, { ...drain, sessionIds });
    if (drainId === undefined) return undefined;
    const lanes = Math.min(this.config.aiDrainLanes, sessionIds.length);
    for (let laneNo = 1; laneNo <= lanes; laneNo += 1) {
      const options = startedBy === null ? {} : { requestedBy: startedBy };
      const { jobId } = await this.jobs.enqueue(tx, drainLaneJob, { drainId, laneNo }, options);
      await insertLane(tx, drainId, laneNo, jobId);
    }
    return drainId;
  }

  /** @throws AppError `not_found`. */
  async get(id: number): Promise<DrainView> {
    const drain = await selectDrain(this.db, id);
    if (drain === undefined) throw AppError.notFound(`drain ${id} does not exist`);
    return drain;
  }

  /** A drain and why sessions of it were skipped or failed. @throws AppError `not_found`. */
  async report(id: number): Promise<DrainReport> {
    return { ...(await this.get(id)), outcomes: await selectOutcomes(this.db, id) };
  }

  /** Newest first. */
  list(page: { limit: number; offset: number }): Promise<{ drains: DrainView[]; total: number }> {
    return selectDrains(this.db, page);
  }

  /**
   * The drain now, then each time it changes, until it has ended.
   * @throws AppError `not_found` before anything is emitted.
   */
  async watch(id: number): Promise<Observable<DrainView>> {
    const first = await this.get(id);
    return watchRow(this.notifications, {
      channel: DRAIN_CHANNEL,
      id,
      first,
      read: () => this.get(id),
      hasEnded: (drain) => drain.finishedAt !== null,
    });
  }

  /** Cancels a drain; what it wrote stays. @throws AppError `not_found`, or 409 `drain_ended` where it has ended. */
  async cancel(id: number): Promise<DrainView> {
    await this.get(id);
    await this.db.transaction(async (tx) => {
      // Jobs first, then the drain: the order in which a lane takes its locks.
      for (const jobId of await selectLaneJobs(tx, id)) await this.jobs.cancel(tx, jobId);
      if (!(await cancelDrain(tx, id))) throw AppError.conflict('drain_ended', `drain ${id} has ended already`);
      await recordAct(sqlIn(tx), { action: 'drain.cancelled', subjectId: id });
      await notify(tx, DRAIN_CHANNEL, String(id));
    });
    return this.get(id);
  }
}
