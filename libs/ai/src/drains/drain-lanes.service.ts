import { Injectable, Logger } from '@nestjs/common';
import { notify, type Transaction } from '#lib/database';
import type { JobContext } from '#lib/queue';
import { AiFillsService } from '../fills/ai-fills.service';
import type { DrainLanePayload, DrainLaneResult } from '../jobs/drain-lane.job';
import { type JudgedItemOfLane, type LaneAsking, LaneLoop } from '../lanes/lane-loop';
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
import { DRAIN_CHANNEL } from './drain-channel';
import { UsualDrainPatience } from './drain-patience';
import { DrainScheduleService } from './drain-schedule.service';

/** Nobody waits for a drain as a caller waits for a fill, and models that think take minutes. */
const ASK_WITHIN_MS = 10 * 60_000;

type Outcome = Omit<SessionOutcome, 'missingModels'>;

/** What a drain's lanes do in the worker. See docs/ai-fill.md. */
@Injectable()
export class DrainLanesService {
  private readonly loop: LaneLoop<RunningDrain, LaneSession, Outcome>;

  constructor(
    private readonly fills: AiFillsService,
    panel: AiPanel,
    private readonly schedule: DrainScheduleService,
    patience: UsualDrainPatience,
  ) {
    this.loop = new LaneLoop(
      {
        name: 'drain',
        itemName: 'session',
        tables: DRAIN_TABLES,
        models: ({ models }) => (models ?? []).map(({ name }) => name),
        prepare: async (tx, drainId, drain) =>
          drain.models === null ? { ...drain, models: await keepModels(tx, drainId, await panel.lineUp()) } : drain,
        judge: (taken, context) => this.judge(taken, context),
        failure: (status, reason) => ({ status, reason, generated: 0, overwritten: 0 }),
        settle: settleSession,
        tell: (tx, drainId) => notify(tx, DRAIN_CHANNEL, String(drainId)),
      },
      patience,
      new Logger('DrainLanes'),
    );
  }

  async run({ drainId, laneNo }: DrainLanePayload, context: JobContext<DrainLaneResult>): Promise<DrainLaneResult> {
    const result: DrainLaneResult = { filled: 0, skipped: 0, failed: 0 };
    await this.loop.run(drainId, laneNo, context, ({ status }) => (result[status] += 1));
    return context.complete(async (tx) => {
      await this.end(tx, { drainId, laneNo }, null);
      return result;
    });
  }

  /** Ends a lane, and with the last one the drain; `error` says why it was given up. */
  async end(tx: Transaction, { drainId, laneNo }: DrainLanePayload, error: string | null): Promise<void> {
    if (!(await this.loop.end(tx, drainId, laneNo, error))) return;
    const ended = await selectEnded(tx, drainId);
    if (ended !== undefined) await this.schedule.follow(tx, ended);
  }

  private async judge(
    { kind, tradeDay, sessionId, questionJobId, roundJobId, models }: RunningDrain & LaneSession,
    context: LaneAsking,
  ): Promise<JudgedItemOfLane<Outcome>> {
    const { jobId, signal } = context;
    const job = {
      jobId: questionJobId ?? jobId,
      roundJobId,
      signal,
      forEverybody: true,
      madeFor: 'drain',
      ...(models === null ? {} : { began: models }),
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

function outcomeOf(result: {
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
