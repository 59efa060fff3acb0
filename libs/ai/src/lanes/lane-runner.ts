import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';
import { convertDatabaseError, type Transaction } from '#lib/database';
import { AppError, type JsonValue, messageOf } from '#lib/kernel';
import type { JobContext } from '#lib/queue';
import { type DrainWaitLimits, type DrainDecision, decideNextStep, type MissingModel } from '../domain/drain-decision';
import { type ModelError, PanelError } from '../panel';
import {
  countErrors,
  endLane,
  handBackItem,
  joinWork,
  type LaneItem,
  type LaneTables,
  selectFailing,
  selectNextRetry,
  stopWork,
  takeItem,
} from '../persistence/lanes.query';

/** An item at which workers crashed so often is given up: it may be the cause. */
const MOST_LOSSES = 5;

/** Errors for which an item is skipped, not failed. */
const SKIPPED = new Set(['session_closed', 'not_found', 'no_market_data']);

/** The models' answer to an item, before any of it is written. */
export interface EvaluatedItem<Outcome> {
  modelErrors: readonly ModelError[];
  /** Writes the answer and returns the item's outcome; without any answer it only returns the outcome. */
  write: (tx: Transaction) => Promise<Outcome>;
}

/** What calls of models need of the lane's job. */
export type LaneCallContext = Pick<JobContext<never>, 'jobId' | 'signal' | 'fenced'>;

/** A kind of work that lanes share out. */
export interface LaneWorkKind<Shared, Subject, Outcome> {
  /** Its name, and that of its items, in log lines and reasons. */
  name: string;
  itemName: string;
  tables: LaneTables<Shared, Subject>;
  models: (shared: Shared) => readonly string[];
  /** Completes what a lane knows of the work, before it takes an item. */
  prepare?: (tx: Transaction, workId: number, shared: Shared) => Promise<Shared>;
  /** Calls the models. @throws what the panel throws, and AppErrors for which the item is skipped or fails. */
  evaluate: (taken: Shared & Subject, context: LaneCallContext) => Promise<EvaluatedItem<Outcome>>;
  /** The outcome of an item that could not be done. */
  failure: (status: 'skipped' | 'failed', reason: string) => Outcome;
  settle: (
    tx: Transaction,
    workId: number,
    position: number,
    settled: Outcome & { missingModels: number },
  ) => Promise<void>;
  /** Notifies the followers of the work. */
  notify: (tx: Transaction, workId: number) => Promise<void>;
}

type LaneStep<Outcome> = { done: Outcome } | { pauseMs: number } | { stopped: true };

/**
 * Runs a lane in the worker: takes an item, has it evaluated, writes; until none is left. An item whose models failed for a
 * reason that passes goes back, and the lane pauses without a connection of the database; its lease is renewed meanwhile.
 */
export class LaneRunner<Shared extends object, Subject extends object, Outcome extends object> {
  constructor(
    private readonly work: LaneWorkKind<Shared, Subject, Outcome>,
    private readonly waitLimits: DrainWaitLimits,
    private readonly logger: Logger,
  ) {}

  /** @param onDone Called for each item that is through. */
  async run<Result extends JsonValue>(
    workId: number,
    laneNo: number,
    context: JobContext<Result>,
    onDone: (outcome: Outcome) => void,
  ): Promise<void> {
    for (;;) {
      const taken = await this.take(workId, laneNo, context);
      if (taken === undefined) return;
      const step: LaneStep<Outcome> = 'pauseMs' in taken ? taken : await this.doOne(workId, taken, context);
      if ('stopped' in step) return;
      if ('done' in step) onDone(step.done);
      else await pause(step.pauseMs, context.signal);
    }
  }

  /** Ends a lane; `error` is the reason if it was given up. @returns whether the work has ended with it. */
  async end(tx: Transaction, workId: number, laneNo: number, error: string | null): Promise<boolean> {
    const hasEnded = await endLane(tx, this.work.tables, workId, { laneNo, error });
    await this.work.notify(tx, workId);
    return hasEnded;
  }

  /** The next item, or how long to wait for one; undefined if none is left for this lane. */
  private take<Result extends JsonValue>(
    workId: number,
    laneNo: number,
    context: JobContext<Result>,
  ): Promise<(Shared & Subject & LaneItem) | { pauseMs: number } | undefined> {
    const { tables } = this.work;
    return context.fenced(async (tx) => {
      const joined = await joinWork(tx, tables, workId);
      if (joined === undefined) return undefined;
      const shared = (await this.work.prepare?.(tx, workId, joined)) ?? joined;
      const item = await takeItem(tx, tables, workId, laneNo);
      if (item !== undefined) return { ...shared, ...item };
      const waitMs = await selectNextRetry(tx, tables, workId);
      return waitMs === undefined ? undefined : { pauseMs: Math.min(waitMs, this.waitLimits.longestPauseMs) };
    });
  }

  private async doOne<Result extends JsonValue>(
    workId: number,
    taken: Shared & Subject & LaneItem,
    context: JobContext<Result>,
  ): Promise<LaneStep<Outcome>> {
    const { name, failure } = this.work;
    try {
      if (taken.losses >= MOST_LOSSES) throw lostTooOften(this.work.itemName);
      const evaluated = await this.evaluate(taken, context);
      return await context.fenced((tx) => this.settle(tx, workId, taken, evaluated));
    } catch (error) {
      // The lease is lost or the worker stops: this delivery writes nothing more, and the next takes the item up again.
      if (context.signal.aborted) throw error;
      // Without the database nothing can be recorded; the lane is retried.
      if (convertDatabaseError(error)?.retryable === true) throw error;
      const { status, reason } = toFailure(error);
      this.logger.warn(`${name} ${workId}, item ${taken.position}: ${status}: ${messageOf(error)}`);
      const outcome = failure(status, reason);
      await context.fenced((tx) => this.note(tx, workId, taken.position, { ...outcome, missingModels: 0 }));
      return { done: outcome };
    }
  }

  /** Writes the judgements, or has the item wait, or the work stop, depending on the models that gave no answer. */
  private async settle(
    tx: Transaction,
    workId: number,
    taken: Shared & Subject & LaneItem,
    evaluated: EvaluatedItem<Outcome>,
  ): Promise<LaneStep<Outcome>> {
    const { name, tables, notify } = this.work;
    const { position, waits } = taken;
    const models = this.work.models(taken);
    const failing = await selectFailing(tx, tables, workId);
    const missing = evaluated.modelErrors.map((error): MissingModel => ({
      ...error,
      failingForMs: failing.get(error.model) ?? 0,
    }));
    const decision: DrainDecision = decideNextStep(models.length, missing, waits, this.waitLimits);
    const failed = new Set(evaluated.modelErrors.map(({ model }) => model));
    const count = (settled: boolean) =>
      countErrors(tx, tables, workId, {
        answered: models.filter((model) => !failed.has(model)),
        faults: evaluated.modelErrors,
        settled,
      });
    if (decision.act === 'settle') {
      const outcome = await evaluated.write(tx);
      await this.note(tx, workId, position, { ...outcome, missingModels: failed.size });
      await count(true);
      return { done: outcome };
    }
    const summary = evaluated.modelErrors.map(({ model, code }) => `${model}: ${code}`).join(', ');
    if (decision.act === 'stop') {
      this.logger.warn(`${name} ${workId} stops at item ${position}: ${summary}`);
      await stopWork(tx, tables, workId, { position, ...decision });
    } else {
      this.logger.log(`${name} ${workId}, item ${position} waits ${decision.waitMs} ms: ${summary}`);
      await handBackItem(tx, tables, workId, { position, waitMs: decision.waitMs });
    }
    await count(false);
    await notify(tx, workId);
    return decision.act === 'stop' ? { stopped: true } : { pauseMs: decision.pauseMs };
  }

  private async note(
    tx: Transaction,
    workId: number,
    position: number,
    settled: Outcome & { missingModels: number },
  ): Promise<void> {
    await this.work.settle(tx, workId, position, settled);
    await this.work.notify(tx, workId);
  }

  private async evaluate(taken: Shared & Subject, context: LaneCallContext): Promise<EvaluatedItem<Outcome>> {
    try {
      return await this.work.evaluate(taken, context);
    } catch (error) {
      const { status, reason } = toFailure(error);
      const write = () => Promise.resolve(this.work.failure(status, reason));
      if (error instanceof PanelError) return { modelErrors: error.modelErrors, write };
      if (error instanceof AppError && error.code === 'ai_not_configured') {
        const cause = { code: 'not_configured', message: error.message, scope: 'stops', retryAfterMs: null } as const;
        return { modelErrors: this.work.models(taken).map((model) => ({ model, ...cause })), write };
      }
      throw error;
    }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {
    throw signal.reason;
  });
}

function toFailure(error: unknown): { status: 'skipped' | 'failed'; reason: string } {
  const known = error instanceof AppError ? error : convertDatabaseError(error);
  return {
    status: known !== undefined && SKIPPED.has(known.code) ? 'skipped' : 'failed',
    reason: known === undefined ? 'an error of the program' : `${known.code}: ${known.message}`,
  };
}

function lostTooOften(itemName: string): AppError {
  return new AppError('internal', 'worker_lost', `the worker was lost at this ${itemName} ${MOST_LOSSES} times`);
}
