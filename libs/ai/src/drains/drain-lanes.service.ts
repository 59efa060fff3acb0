import { Injectable, Logger } from '@nestjs/common';
import { notify, type Transaction } from '#lib/database';
import type { JobContext } from '#lib/queue';
import { AiFillsService, type FillJob } from '../fills/ai-fills.service';
import type { DrainLanePayload, DrainLaneResult } from '../jobs/drain-lane.job';
import { type EvaluatedItem, type LaneCallContext, LaneRunner } from '../lanes/lane-runner';
import { AiPanel } from '../panel';
import {
  DRAIN_TABLES,
  keepModels,
  type LaneSession,
  NOTHING_MISSING,
  type RunningDrain,
  selectEnded,
  type SessionOutcome,
  settleSession,
} from '../persistence/drains.query';
import { drainRun, recordDrainEnd } from '../persistence/drain-facts.query';
import { DRAIN_CHANNEL } from './drain-channel';
import { DefaultDrainWaitLimits } from './drain-wait-limits';
import { DrainScheduleService } from './drain-schedule.service';

/** No caller waits for a drain as for a fill, and models that think take minutes. */
const MODEL_TIMEOUT_MS = 10 * 60_000;

type Outcome = Omit<SessionOutcome, 'missingModels'>;

/** Runs a drain's lanes in the worker. See docs/ai-fill.md. */
@Injectable()
export class DrainLanesService {
  private readonly runner: LaneRunner<RunningDrain, LaneSession, Outcome>;

  constructor(
    private readonly fills: AiFillsService,
    panel: AiPanel,
    private readonly schedule: DrainScheduleService,
    waitLimits: DefaultDrainWaitLimits,
  ) {
    this.runner = new LaneRunner(
      {
        name: 'drain',
        itemName: 'session',
        tables: DRAIN_TABLES,
        models: ({ models }) => (models ?? []).map(({ name }) => name),
        prepare: async (tx, drainId, drain) =>
          drain.models === null ? { ...drain, models: await keepModels(tx, drainId, await panel.listModels()) } : drain,
        evaluate: (taken, context) => this.evaluate(taken, context),
        failure: (status, reason) => ({ status, reason, generated: 0, overwritten: 0 }),
        settle: settleSession,
        notify: (tx, drainId) => notify(tx, DRAIN_CHANNEL, String(drainId)),
      },
      waitLimits,
      new Logger('DrainLanes'),
    );
  }

  async run({ drainId, laneNo }: DrainLanePayload, context: JobContext<DrainLaneResult>): Promise<DrainLaneResult> {
    const result: DrainLaneResult = { filled: 0, skipped: 0, failed: 0 };
    await this.runner.run(drainId, laneNo, context, ({ status }) => (result[status] += 1));
    return context.complete(async (tx) => {
      await this.end(tx, { drainId, laneNo }, null);
      return result;
    });
  }

  /** Ends a lane, and with the last one the drain; `error` is the reason if it was given up. */
  async end(tx: Transaction, { drainId, laneNo }: DrainLanePayload, error: string | null): Promise<void> {
    if (!(await this.runner.end(tx, drainId, laneNo, error))) return;
    await recordDrainEnd(tx, drainId);
    const ended = await selectEnded(tx, drainId);
    if (ended !== undefined) await this.schedule.follow(tx, ended);
  }

  private async evaluate(
    { id, kind, tradeDay, sessionId, questionJobId, roundJobId, models }: RunningDrain & LaneSession,
    context: LaneCallContext,
  ): Promise<EvaluatedItem<Outcome>> {
    const { jobId, signal } = context;
    const job = {
      jobId: questionJobId ?? jobId,
      roundJobId,
      signal,
      isUnattributed: true,
      madeFor: 'drain',
      ...(models === null ? {} : { began: models }),
      modelTimeoutMs: MODEL_TIMEOUT_MS,
      fenced: context.fenced.bind(context),
    } as const satisfies FillJob;
    const run = drainRun(id);
    const order = { sessionId, through: tradeDay, onlyMissing: false };
    if (kind === 'daily') {
      const evaluated = await this.fills.evaluateDays(order, job);
      const modelErrors = evaluated.answer?.modelErrors ?? [];
      return { modelErrors, write: async (tx) => toOutcome(await this.fills.writeDays(tx, evaluated, run)) };
    }
    const evaluated = await this.fills.evaluateWeeks(order, job);
    const modelErrors = evaluated.answer?.modelErrors ?? [];
    return { modelErrors, write: async (tx) => toOutcome(await this.fills.writeWeeks(tx, evaluated, run)) };
  }
}

function toOutcome(result: {
  generated: number;
  overwritten: number;
  errors: readonly { date: string | null; error: string }[];
}): Outcome {
  const { generated, overwritten, errors } = result;
  if (generated + overwritten > 0) return { status: 'filled', reason: null, generated, overwritten };
  const [first] = errors;
  return first === undefined
    ? { status: 'skipped', reason: NOTHING_MISSING, generated, overwritten }
    : { status: 'failed', reason: first.error, generated, overwritten };
}
