import { Inject, Injectable } from '@nestjs/common';
import { recordAct } from '#lib/audit-trail';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database, type Transaction } from '#lib/database';
import { AppError, type CalendarDay } from '#lib/kernel';
import { TradingCalendarService } from '#lib/market-data';
import { JobsService } from '#lib/queue';
import { AiCostsService } from '../ai-costs.service';
import type { DrainEstimate } from '../domain/drain-estimate';
import { REPLAY_BOUNDS, replayDays, type ReplayRange } from '../domain/replay-plan';
import { FillDaysService } from '../fills/fill-days.service';
import { ModelListService } from '../model-list/model-list.service';
import { replayLaneJob } from '../jobs/replay-lane.job';
import { scoreReplayJob } from '../jobs/score-replay.job';
import { cancelWork, insertLane, requeueWork, selectLaneJobs } from '../persistence/lanes.query';
import {
  forgetReplayScored,
  insertReplay,
  lockReplay,
  REPLAY_TABLES,
  type ReplayView,
  selectCodesOfSessions,
  selectReplay,
  selectReplayInFlight,
  selectReplays,
  selectUnknownCodes,
} from '../persistence/replays.query';

/** A request for a replay. */
export interface ReplayOrder extends ReplayRange {
  /** Of the configured models; all if left out. */
  models?: readonly string[] | undefined;
  /** The stocks, or the sessions that name them: one of the two. */
  codes?: readonly string[] | undefined;
  sessions?: readonly number[] | undefined;
}

/** The questions of a replay, and their estimated cost. */
export interface ReplayPlan {
  models: string[];
  codes: string[];
  days: CalendarDay[];
  /** A model on a day of a stock each. */
  questions: number;
  estimate: Omit<DrainEstimate, 'sessions'>;
}

/** Replays of models over past days: plan, start, continue, cancel, read. See docs/ai-replays.md. */
@Injectable()
export class ReplaysService {
  constructor(
    private readonly db: Database,
    private readonly jobs: JobsService,
    private readonly calendar: TradingCalendarService,
    private readonly days: FillDaysService,
    private readonly costs: AiCostsService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly modelList: ModelListService,
  ) {}

  /** @throws AppError 400 with the bound that is passed, or what is not known; 404 for an unknown session. */
  async plan(order: ReplayOrder): Promise<ReplayPlan> {
    const models = await this.selectModels(order);
    const days = await this.selectDays(order);
    const codes = await this.selectCodes(order);
    const questions = days.length * codes.length * models.length;
    if (questions > REPLAY_BOUNDS.questions) {
      throw AppError.invalid(
        `${codes.length} stocks on ${days.length} days by ${models.length} models are ${questions} questions; ` +
          `${REPLAY_BOUNDS.questions} are the most: choose fewer, or every so many days`,
      );
    }
    const { sessions: _, ...estimate } = await this.costs.estimateQuestions(
      order.kind,
      days.length * codes.length,
      models,
    );
    return { models, codes, days, questions, estimate };
  }

  /** @throws AppError as {@link plan}; 409 `replay_in_flight`. */
  async start(
    order: ReplayOrder,
    startedBy: number | null,
  ): Promise<{ replayId: number; questions: number; estimate: ReplayPlan['estimate'] }> {
    const { models, codes, days, questions, estimate } = await this.plan(order);
    const replayId = await this.db.transaction(async (tx) => {
      const { kind, from, to, every } = order;
      const fresh = await insertReplay(tx, { kind, models, codes, from, to, every, startedBy }, days);
      if (fresh === undefined) throw await inFlight(tx);
      await this.openLanes(tx, fresh, days.length * codes.length, startedBy);
      await recordAct(tx, {
        action: 'replay.started',
        subjectId: fresh,
        details: { kind, from, to, questions },
      });
      return fresh;
    });
    this.jobs.publishSoon();
    return { replayId, questions, estimate };
  }

  /**
   * Goes on with a replay that has ended: with what it left when it stopped, and with what failed.
   * @throws AppError `not_found`; 409 `replay_ended` if nothing is left, `replay_stopping`, `replay_in_flight`.
   */
  async continue(id: number, continuedBy: number | null): Promise<{ replayId: number }> {
    await this.db.transaction(async (tx) => {
      const replay = await lockReplay(tx, id);
      if (replay === undefined) throw notFound(id);
      if (replay.status === 'queued' || replay.status === 'running') {
        if (replay.isStopping)
          throw AppError.conflict('replay_stopping', `replay ${id} is stopping; try again in a moment`);
        return;
      }
      const { left } = replay;
      if (left.length === 0)
        throw AppError.conflict('replay_ended', `replay ${id} has ended, and nothing is left of it`);
      if ((await selectReplayInFlight(tx)) !== undefined) throw await inFlight(tx);
      await requeueWork(tx, REPLAY_TABLES, id, left);
      await forgetReplayScored(tx, id);
      await this.openLanes(tx, id, left.length, continuedBy);
      await recordAct(tx, { action: 'replay.continued', subjectId: id, details: { days: left.length } });
    });
    this.jobs.publishSoon();
    return { replayId: id };
  }

  /** Cancels a replay; finished items stay in its report. @throws AppError `not_found`, or 409 `replay_ended`. */
  async cancel(id: number): Promise<ReplayView> {
    await this.get(id);
    await this.db.transaction(async (tx) => {
      // Jobs first, then the replay: the order in which a lane takes its locks.
      for (const jobId of await selectLaneJobs(tx, REPLAY_TABLES, id)) await this.jobs.cancel(tx, jobId);
      if (!(await cancelWork(tx, REPLAY_TABLES, id)))
        throw AppError.conflict('replay_ended', `replay ${id} has ended already`);
      await this.jobs.enqueue(tx, scoreReplayJob, { replayId: id });
      await recordAct(tx, { action: 'replay.cancelled', subjectId: id });
    });
    this.jobs.publishSoon();
    return this.get(id);
  }

  /** @throws AppError `not_found`. */
  async get(id: number): Promise<ReplayView> {
    const replay = await selectReplay(this.db, id);
    if (replay === undefined) throw notFound(id);
    return replay;
  }

  /** Newest first. */
  list(page: { limit: number; offset: number }): Promise<{ replays: ReplayView[]; total: number }> {
    return selectReplays(this.db, page);
  }

  private async selectModels({ models }: ReplayOrder): Promise<string[]> {
    const listed = (await this.modelList.listSelected()).map(({ name }) => name);
    if (models === undefined) return listed;
    const unknown = models.filter((model) => !listed.includes(model));
    if (unknown.length > 0) {
      throw AppError.invalid(`${unknown.join(', ')}: not configured; the models are ${listed.join(', ')}`);
    }
    return listed.filter((model) => models.includes(model));
  }

  private async selectDays(order: ReplayOrder): Promise<CalendarDay[]> {
    const { from, to } = order;
    const calendar = await this.calendar.current();
    const last = calendar.latestOpenDay(this.days.finalThrough());
    if (from > to) throw AppError.invalid('from must not lie after to');
    if (to > last) throw AppError.invalid(`to must be a past trading day: the last one is ${last}`);
    // A count first: a range of a thousand years would be a list of its days otherwise.
    const open = calendar.countOpenDays(from, to);
    if (open > REPLAY_BOUNDS.openDays) {
      throw AppError.invalid(`the range has ${open} open days; ${REPLAY_BOUNDS.openDays} are the most`);
    }
    const days = replayDays(order, calendar);
    if (days.length === 0) {
      throw AppError.invalid(
        order.kind === 'daily' ? 'the range has no open day' : 'no week ends within the range',
        undefined,
        'no_trading_days',
      );
    }
    return days;
  }

  private async selectCodes({ codes, sessions }: ReplayOrder): Promise<string[]> {
    if ((codes === undefined) === (sessions === undefined)) throw AppError.invalid('give either codes or sessions');
    const asked = codes ?? sessions ?? [];
    if (asked.length === 0 || asked.length > REPLAY_BOUNDS.stocks) {
      throw AppError.invalid(`${asked.length} stocks or sessions; 1 to ${REPLAY_BOUNDS.stocks} may be given`);
    }
    if (codes !== undefined) {
      const distinct = [...new Set(codes)];
      const unknown = await selectUnknownCodes(this.db, distinct);
      if (unknown.length > 0) throw AppError.invalid(`no stock has the code ${unknown.join(', ')}`);
      return distinct;
    }
    const found = await selectCodesOfSessions(this.db, sessions ?? []);
    const known = new Set(found.map(({ sessionId }) => sessionId));
    const missing = (sessions ?? []).filter((id) => !known.has(id));
    if (missing.length > 0) throw AppError.notFound(`session ${missing.join(', ')} does not exist`);
    return [...new Set(found.map(({ code }) => code))];
  }

  private async openLanes(tx: Transaction, replayId: number, items: number, userId: number | null): Promise<void> {
    const lanes = Math.min(this.config.aiDrainLanes, items);
    for (let laneNo = 1; laneNo <= lanes; laneNo += 1) {
      const options = userId === null ? {} : { requestedBy: userId };
      const { jobId } = await this.jobs.enqueue(tx, replayLaneJob, { replayId, laneNo }, options);
      await insertLane(tx, REPLAY_TABLES, replayId, { laneNo, jobId });
    }
  }
}

function notFound(id: number): AppError {
  return AppError.notFound(`replay ${id} does not exist`);
}

async function inFlight(tx: Transaction): Promise<AppError> {
  const id = await selectReplayInFlight(tx);
  return AppError.conflict('replay_in_flight', `replay ${id ?? ''} is queued or running; one runs at a time`);
}
