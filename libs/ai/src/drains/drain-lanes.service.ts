import { Inject, Injectable, Logger } from '@nestjs/common';
import { appErrorOfDatabase, notify, type Transaction } from '#lib/database';
import { AppError, messageOf } from '#lib/kernel';
import type { JobContext } from '#lib/queue';
import { AiFills } from '../fills/ai-fills.service';
import type { DrainLanePayload, DrainLaneResult } from '../jobs/drain-lane.job';
import {
  endLane,
  joinDrain,
  type LaneSession,
  type RunningDrain,
  type SessionOutcome,
  settleSession,
  takeSession,
} from '../persistence/drains.query';
import { DRAIN_CHANNEL } from './drain-channel';
import { DrainSchedule } from './drain-schedule.service';

/** A session at which workers died so often is given up: it may be the one that kills them. */
const MOST_TRIES = 5;

/** What a session can't be filled for without anything being wrong. */
const SKIPPED = new Set(['session_closed', 'not_found', 'no_market_data']);

type LaneContext = JobContext<DrainLaneResult>;

/** What a drain's lanes do in the worker: take a session, have it judged, write; until none is left. */
@Injectable()
export class DrainLanes {
  private readonly logger = new Logger('DrainLanes');

  constructor(
    @Inject(AiFills) private readonly fills: AiFills,
    @Inject(DrainSchedule) private readonly schedule: DrainSchedule,
  ) {}

  async run({ drainId, laneNo }: DrainLanePayload, context: LaneContext): Promise<DrainLaneResult> {
    const result: DrainLaneResult = { filled: 0, skipped: 0, failed: 0 };
    for (;;) {
      const taken = await this.take(drainId, laneNo, context);
      if (taken === undefined) break;
      const status = await this.fillOne(drainId, taken, context);
      result[status] += 1;
    }
    return context.complete(async (tx) => {
      await this.end(tx, { drainId, laneNo }, null);
      return result;
    });
  }

  /** Ends a lane, and with the last one the drain; `error` says why it was given up. */
  async end(tx: Transaction, { drainId, laneNo }: DrainLanePayload, error: string | null): Promise<void> {
    const ended = await endLane(tx, drainId, laneNo, error);
    if (ended !== undefined) await this.schedule.follow(tx, ended);
    await notify(tx, DRAIN_CHANNEL, String(drainId));
  }

  private async take(
    drainId: number,
    laneNo: number,
    context: LaneContext,
  ): Promise<(RunningDrain & LaneSession) | undefined> {
    return context.fenced(async (tx) => {
      const drain = await joinDrain(tx, drainId);
      const session = drain === undefined ? undefined : await takeSession(tx, drainId, laneNo);
      return drain === undefined || session === undefined ? undefined : { ...drain, ...session };
    });
  }

  private async fillOne(
    drainId: number,
    taken: RunningDrain & LaneSession,
    context: LaneContext,
  ): Promise<SessionOutcome['status']> {
    const { sessionId } = taken;
    const settle = (tx: Transaction, outcome: SessionOutcome): Promise<void> =>
      settleSession(tx, drainId, sessionId, outcome).then(() => notify(tx, DRAIN_CHANNEL, String(drainId)));
    try {
      if (taken.tries > MOST_TRIES) throw lostTooOften();
      const write = await this.judge(taken, context);
      return await context.fenced(async (tx) => {
        const outcome = await write(tx);
        await settle(tx, outcome);
        return outcome.status;
      });
    } catch (error) {
      // The lease is lost or the worker stops: this delivery writes nothing more, and the next takes the session up again.
      if (context.signal.aborted) throw error;
      // Without the database nothing can be noted; the lane tries again.
      if (appErrorOfDatabase(error)?.retryable === true) throw error;
      const outcome = failureOf(error);
      this.logger.warn(`drain ${drainId}, session ${sessionId}: ${outcome.status}: ${messageOf(error)}`);
      await context.fenced((tx) => settle(tx, outcome));
      return outcome.status;
    }
  }

  /** Has the session judged. @returns what writes it. */
  private async judge(
    { kind, tradeDay, sessionId }: RunningDrain & LaneSession,
    context: LaneContext,
  ): Promise<(tx: Transaction) => Promise<SessionOutcome>> {
    const { jobId, signal } = context;
    const job = { jobId, signal, forEverybody: true, fenced: context.fenced.bind(context) };
    if (kind === 'daily') {
      const judged = await this.fills.judgeDays({ sessionId, through: tradeDay, onlyMissing: false }, job);
      return async (tx) => outcomeOf(await this.fills.writeDays(tx, judged));
    }
    const judged = await this.fills.judgeWeeks({ sessionId, through: tradeDay, onlyMissing: false }, job);
    return async (tx) => outcomeOf(await this.fills.writeWeeks(tx, judged));
  }
}

function outcomeOf(result: {
  generated: number;
  overwritten: number;
  errors: readonly { date: string | null; error: string }[];
}): SessionOutcome {
  const { generated, overwritten, errors } = result;
  if (generated + overwritten > 0) return { status: 'filled', reason: null, generated, overwritten };
  const [first] = errors;
  return first === undefined
    ? { status: 'skipped', reason: 'nothing was missing any more', generated, overwritten }
    : { status: 'failed', reason: first.error, generated, overwritten };
}

function failureOf(error: unknown): SessionOutcome {
  const known = error instanceof AppError ? error : appErrorOfDatabase(error);
  return {
    status: known !== undefined && SKIPPED.has(known.code) ? 'skipped' : 'failed',
    reason: known === undefined ? 'an error of the program' : `${known.code}: ${known.message}`,
    generated: 0,
    overwritten: 0,
  };
}

function lostTooOften(): AppError {
  return new AppError('internal', 'worker_lost', `the worker was lost at this session ${MOST_TRIES} times`);
}
