import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { appErrorOfDatabase, notify, type Transaction } from '#lib/database';
import { AppError, messageOf } from '#lib/kernel';
import type { JobContext } from '#lib/queue';
import { type DrainVerdict, drainVerdict, type MissingModel } from '../domain/drain-verdict';
import { AiFills } from '../fills/ai-fills.service';
import type { DrainLanePayload, DrainLaneResult } from '../jobs/drain-lane.job';
import { AiPanel, type ModelFault, PanelFailed } from '../panel';
import {
  countFaults,
  endLane,
  handBackSession,
  joinDrain,
  type LaneSession,
  NOTHING_MISSING,
  type RunningDrain,
  selectFailing,
  selectNextRetry,
  type SessionOutcome,
  settleSession,
  stopDrain,
  takeSession,
} from '../persistence/drains.query';
import { DRAIN_CHANNEL } from './drain-channel';
import { UsualDrainPatience } from './drain-patience';
import { DrainSchedule } from './drain-schedule.service';

/** A session at which workers died so often is given up: it may be the one that kills them. */
const MOST_LOSSES = 5;

/** What a session can't be filled for without anything being wrong. */
const SKIPPED = new Set(['session_closed', 'not_found', 'no_market_data']);

/** Nobody waits for a drain as a caller waits for a fill, and models that think take minutes. */
const ASK_WITHIN_MS = 10 * 60_000;

type LaneContext = JobContext<DrainLaneResult>;
type Taken = RunningDrain & LaneSession;

/** What the models said of a session, before any of it is written. */
interface Judged {
  faults: readonly ModelFault[];
  /** Writes it and tells what the session came to; without any answer it only tells. */
  write: (tx: Transaction) => Promise<Omit<SessionOutcome, 'missingModels'>>;
}

type Step = { done: SessionOutcome['status'] } | { pauseMs: number } | { stopped: true };

/**
 * What a drain's lanes do in the worker: take a session, have it judged, write; until none is left. A session whose models
 * failed for a reason that passes goes back to the queue, and the lane pauses without a connection of the database; its lease
 * is renewed meanwhile. See docs/ai-fill.md.
 */
@Injectable()
export class DrainLanes {
  private readonly logger = new Logger('DrainLanes');

  constructor(
    @Inject(AiFills) private readonly fills: AiFills,
    @Inject(AiPanel) private readonly panel: AiPanel,
    @Inject(DrainSchedule) private readonly schedule: DrainSchedule,
    @Inject(UsualDrainPatience) private readonly patience: UsualDrainPatience,
  ) {}

  async run({ drainId, laneNo }: DrainLanePayload, context: LaneContext): Promise<DrainLaneResult> {
    const result: DrainLaneResult = { filled: 0, skipped: 0, failed: 0 };
    for (;;) {
      const taken = await this.take(drainId, laneNo, context);
      if (taken === undefined) break;
      const step: Step = 'pauseMs' in taken ? taken : await this.fillOne(drainId, taken, context);
      if ('stopped' in step) break;
      if ('done' in step) result[step.done] += 1;
      else await pause(step.pauseMs, context.signal);
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

  /** The next session, or how long to wait for one; undefined where the drain has none left for this lane. */
  private async take(
    drainId: number,
    laneNo: number,
    context: LaneContext,
  ): Promise<Taken | { pauseMs: number } | undefined> {
    return context.fenced(async (tx) => {
      const drain = await joinDrain(tx, drainId);
      if (drain === undefined) return undefined;
      const session = await takeSession(tx, drainId, laneNo);
      if (session !== undefined) return { ...drain, ...session };
      const waitMs = await selectNextRetry(tx, drainId);
      return waitMs === undefined ? undefined : { pauseMs: Math.min(waitMs, this.patience.longestPauseMs) };
    });
  }

  private async fillOne(drainId: number, taken: Taken, context: LaneContext): Promise<Step> {
    const { sessionId } = taken;
    try {
      if (taken.losses >= MOST_LOSSES) throw lostTooOften();
      const judged = await this.judge(taken, context);
      return await context.fenced((tx) => this.settle(tx, drainId, taken, judged));
    } catch (error) {
      // The lease is lost or the worker stops: this delivery writes nothing more, and the next takes the session up again.
      if (context.signal.aborted) throw error;
      // Without the database nothing can be noted; the lane tries again.
      if (appErrorOfDatabase(error)?.retryable === true) throw error;
      const outcome = failureOf(error);
      this.logger.warn(`drain ${drainId}, session ${sessionId}: ${outcome.status}: ${messageOf(error)}`);
      await context.fenced((tx) => this.note(tx, drainId, sessionId, { ...outcome, missingModels: 0 }));
      return { done: outcome.status };
    }
  }

  /** Writes what was judged, or has the session wait, or the drain stop, as the models that gave no answer demand. */
  private async settle(tx: Transaction, drainId: number, taken: Taken, judged: Judged): Promise<Step> {
    const { sessionId, waits } = taken;
    const { models } = this.panel;
    const failing = await selectFailing(tx, drainId);
    const missing = judged.faults.map((fault): MissingModel => ({
      ...fault,
      failingForMs: failing.get(fault.model) ?? 0,
    }));
    const verdict: DrainVerdict = drainVerdict(models.length, missing, waits, this.patience);
    const failed = new Set(judged.faults.map(({ model }) => model));
    const count = (settled: boolean) =>
      countFaults(tx, drainId, {
        answered: models.filter((model) => !failed.has(model)),
        faults: judged.faults,
        settled,
      });
    if (verdict.act === 'settle') {
      const outcome = await judged.write(tx);
      await this.note(tx, drainId, sessionId, { ...outcome, missingModels: failed.size });
      await count(true);
      return { done: outcome.status };
    }
    const faults = judged.faults.map(({ model, code }) => `${model}: ${code}`).join(', ');
    if (verdict.act === 'stop') {
      this.logger.warn(`drain ${drainId} stops at session ${sessionId}: ${faults}`);
      await stopDrain(tx, drainId, sessionId, verdict);
    } else {
      this.logger.log(`drain ${drainId}, session ${sessionId} waits ${verdict.waitMs} ms: ${faults}`);
      await handBackSession(tx, drainId, sessionId, verdict.waitMs);
    }
    await count(false);
    await notify(tx, DRAIN_CHANNEL, String(drainId));
    return verdict.act === 'stop' ? { stopped: true } : { pauseMs: verdict.pauseMs };
  }

  private async note(tx: Transaction, drainId: number, sessionId: number, outcome: SessionOutcome): Promise<void> {
    await settleSession(tx, drainId, sessionId, outcome);
    await notify(tx, DRAIN_CHANNEL, String(drainId));
  }

  /** Has the session judged. */
  private async judge(taken: Taken, context: LaneContext): Promise<Judged> {
    try {
      return await this.ask(taken, context);
    } catch (error) {
      const write = () => Promise.resolve(failureOf(error));
      if (error instanceof PanelFailed) return { faults: error.faults, write };
      if (error instanceof AppError && error.code === 'ai_not_configured') {
        const fault = { code: 'not_configured', message: error.message, scope: 'stops', retryAfterMs: null } as const;
        const faults = this.panel.models.map((model) => ({ model, ...fault }));
        return { faults, write };
      }
      throw error;
    }
  }

  private async ask({ kind, tradeDay, sessionId, questionJobId }: Taken, context: LaneContext): Promise<Judged> {
    const { jobId, signal } = context;
    const job = {
      jobId: questionJobId ?? jobId,
      signal,
      forEverybody: true,
      madeFor: 'drain',
      askWithinMs: ASK_WITHIN_MS,
      fenced: context.fenced.bind(context),
    } as const;
    const order = { sessionId, through: tradeDay, onlyMissing: false };
    if (kind === 'daily') {
      const judged = await this.fills.judgeDays(order, job);
      const faults = judged.answer?.faults ?? [];
      return { faults, write: async (tx) => outcomeOf(await this.fills.writeDays(tx, judged)) };
    }
    const judged = await this.fills.judgeWeeks(order, job);
    const faults = judged.answer?.faults ?? [];
    return { faults, write: async (tx) => outcomeOf(await this.fills.writeWeeks(tx, judged)) };
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {
    throw signal.reason;
  });
}

function outcomeOf(result: {
  generated: number;
  overwritten: number;
  errors: readonly { date: string | null; error: string }[];
}): Omit<SessionOutcome, 'missingModels'> {
  const { generated, overwritten, errors } = result;
  if (generated + overwritten > 0) return { status: 'filled', reason: null, generated, overwritten };
  const [first] = errors;
  return first === undefined
    ? { status: 'skipped', reason: NOTHING_MISSING, generated, overwritten }
    : { status: 'failed', reason: first.error, generated, overwritten };
}

function failureOf(error: unknown): Omit<SessionOutcome, 'missingModels'> {
  const known = error instanceof AppError ? error : appErrorOfDatabase(error);
  return {
    status: known !== undefined && SKIPPED.has(known.code) ? 'skipped' : 'failed',
    reason: known === undefined ? 'an error of the program' : `${known.code}: ${known.message}`,
    generated: 0,
    overwritten: 0,
  };
}

function lostTooOften(): AppError {
  return new AppError('internal', 'worker_lost', `the worker was lost at this session ${MOST_LOSSES} times`);
}
