import { Inject, Injectable } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { recordAct } from '#lib/audit-trail';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database, notify, Notifications, type Transaction, watchRow } from '#lib/database';
import { AppError, Clock } from '#lib/kernel';
import { TradingCalendarService } from '#lib/market-data';
import { JobsService } from '#lib/queue';
import { selectFillQueueIds } from '#lib/tracking';
import type { DrainKind } from '../domain/drain';
import { FillDaysService } from '../fills/fill-days.service';
import { drainLaneJob } from '../jobs/drain-lane.job';
import {
  DRAIN_TABLES,
  type DrainModelError,
  type DrainOutcome,
  type DrainView,
  insertDrain,
  lockDrain,
  type NewDrain,
  requeueDrain,
  selectDrain,
  selectDrains,
  selectInFlight,
  selectOutcomes,
} from '../persistence/drains.query';
import { cancelWork, insertLane, selectErrors, selectLaneJobs } from '../persistence/lanes.query';
import { DRAIN_CHANNEL } from './drain-channel';

/** A drain with its report. */
export type DrainReport = DrainView & { outcomes: DrainOutcome[]; modelFaults: DrainModelError[] };

const START_TRIES = 5;

/** Drains of the fill queues: start, watch, cancel, read. */
@Injectable()
export class DrainsService {
  constructor(
    private readonly db: Database,
    private readonly jobs: JobsService,
    private readonly notifications: Notifications,
    private readonly calendar: TradingCalendarService,
    private readonly days: FillDaysService,
    private readonly clock: Clock,
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
        const fresh = await this.insert(tx, { kind, origin: 'manual', provisional: false, tradeDay, today, startedBy });
        if (fresh === undefined) return selectInFlight(tx, kind);
        await recordAct(tx, { action: 'drain.started', subjectId: fresh, details: { kind } });
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
   * @returns undefined if this pass of the day's scheduled drain has been, or one of this kind is in flight.
   */
  async insert(tx: Transaction, drain: Omit<NewDrain, 'sessionIds'>): Promise<number | undefined> {
    const { startedBy } = drain;
    const sessionIds = await this.waiting(tx, drain);
    const drainId = await insertDrain(tx, { ...drain, sessionIds });
    if (drainId === undefined) return undefined;
    await this.openLanes(tx, drainId, sessionIds.length, startedBy);
    return drainId;
  }

  /**
   * Goes on with a drain that has ended: with what it left when it stopped, and with what failed. Sessions that were filled
   * meanwhile are left alone, and answers that it paid for are taken again.
   * @returns the same id; also if the drain is queued or running.
   * @throws AppError `not_found`; 409 `drain_ended` if nothing is left, `drain_stopping` if its lanes have not ended yet,
   *   `drain_in_flight` if another one of its kind is queued or running.
   */
  async continue(id: number, continuedBy: number | null): Promise<{ drainId: number }> {
    await this.db.transaction(async (tx) => {
      const drain = await lockDrain(tx, id);
      if (drain === undefined) throw AppError.notFound(`drain ${id} does not exist`);
      if (drain.status === 'queued' || drain.status === 'running') {
        if (drain.isStopping)
          throw AppError.conflict('drain_stopping', `drain ${id} is stopping; try again in a moment`);
        return;
      }
      const lagging = new Set(await this.waiting(tx, drain));
      const left = drain.left.filter(({ sessionId }) => lagging.has(sessionId));
      if (left.length === 0) throw AppError.conflict('drain_ended', `drain ${id} has ended, and nothing is left of it`);
      const other = await selectInFlight(tx, drain.kind);
      if (other !== undefined) {
        throw AppError.conflict('drain_in_flight', `drain ${other} of the same kind is queued or running`);
      }
      await requeueDrain(
        tx,
        id,
        left.map(({ position }) => position),
      );
      await this.openLanes(tx, id, left.length, continuedBy);
      await recordAct(tx, { action: 'drain.continued', subjectId: id, details: { sessions: left.length } });
      await notify(tx, DRAIN_CHANNEL, String(id));
    });
    this.jobs.publishSoon();
    return { drainId: id };
  }

  /** The sessions that a drain of that day has to fill now, in the order of the queue. */
  private async waiting(
    tx: Transaction,
    { kind, today, tradeDay }: Pick<NewDrain, 'kind' | 'today' | 'tradeDay'>,
  ): Promise<number[]> {
    const marketDay = await this.days.latestComplete(tradeDay, tx);
    return selectFillQueueIds(tx, kind, { today, through: tradeDay, marketDay });
  }

  private async openLanes(tx: Transaction, drainId: number, sessions: number, userId: number | null): Promise<void> {
    const lanes = Math.min(this.config.aiDrainLanes, sessions);
    for (let laneNo = 1; laneNo <= lanes; laneNo += 1) {
      const options = userId === null ? {} : { requestedBy: userId };
      const { jobId } = await this.jobs.enqueue(tx, drainLaneJob, { drainId, laneNo }, options);
      await insertLane(tx, DRAIN_TABLES, drainId, { laneNo, jobId });
    }
  }

  /** @throws AppError `not_found`. */
  async get(id: number): Promise<DrainView> {
    const drain = await selectDrain(this.db, id);
    if (drain === undefined) throw AppError.notFound(`drain ${id} does not exist`);
    return drain;
  }

  /** A drain, why sessions of it were skipped or failed, and which models failed. @throws AppError `not_found`. */
  async report(id: number): Promise<DrainReport> {
    return {
      ...(await this.get(id)),
      outcomes: await selectOutcomes(this.db, id),
      modelFaults: await selectErrors(this.db, DRAIN_TABLES, id),
    };
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

  /** Cancels a drain; what it wrote stays. @throws AppError `not_found`, or 409 `drain_ended` if it has ended. */
  async cancel(id: number): Promise<DrainView> {
    await this.get(id);
    await this.db.transaction(async (tx) => {
      // Jobs first, then the drain: the order in which a lane takes its locks.
      for (const jobId of await selectLaneJobs(tx, DRAIN_TABLES, id)) await this.jobs.cancel(tx, jobId);
      if (!(await cancelWork(tx, DRAIN_TABLES, id)))
        throw AppError.conflict('drain_ended', `drain ${id} has ended already`);
      await recordAct(tx, { action: 'drain.cancelled', subjectId: id });
      await notify(tx, DRAIN_CHANNEL, String(id));
    });
    return this.get(id);
  }
}
