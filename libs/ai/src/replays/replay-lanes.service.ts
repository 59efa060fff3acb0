import { Injectable, Logger } from '@nestjs/common';
import type { Transaction } from '#lib/database';
import { type JobContext, JobsService } from '#lib/queue';
import { DefaultDrainWaitLimits } from '../drains/drain-wait-limits';
import type { ReplayLanePayload, ReplayLaneResult } from '../jobs/replay-lane.job';
import { scoreReplayJob } from '../jobs/score-replay.job';
import { type EvaluatedItem, type LaneCallContext, LaneRunner } from '../lanes/lane-runner';
import { AiPanel, type PanelAnswer } from '../panel';
import {
  REPLAY_TABLES,
  type ReplayItem,
  type ReplayOutcome,
  type RunningReplay,
  settleReplayItem,
} from '../persistence/replays.query';
import { keepJudgements } from '../track-record/keep-judgements';
import { ReplayQuestionsService } from './replay-questions.service';

/** No caller waits for a replay, and models that think take minutes. */
const MODEL_TIMEOUT_MS = 10 * 60_000;

/** Runs a replay's lanes in the worker: a question about a past day, whose judgements are kept. No record is written. */
@Injectable()
export class ReplayLanesService {
  private readonly runner: LaneRunner<RunningReplay, ReplayItem, ReplayOutcome>;

  constructor(
    private readonly panel: AiPanel,
    private readonly questions: ReplayQuestionsService,
    private readonly jobs: JobsService,
    waitLimits: DefaultDrainWaitLimits,
  ) {
    this.runner = new LaneRunner(
      {
        name: 'replay',
        itemName: 'day',
        tables: REPLAY_TABLES,
        models: ({ models }) => models,
        evaluate: (taken, context) => this.evaluate(taken, context),
        failure: (status, reason) => ({ status, reason }),
        settle: settleReplayItem,
        // A replay has no followers: its page reads it again.
        notify: () => Promise.resolve(),
      },
      waitLimits,
      new Logger('ReplayLanes'),
    );
  }

  async run({ replayId, laneNo }: ReplayLanePayload, context: JobContext<ReplayLaneResult>): Promise<ReplayLaneResult> {
    const result: ReplayLaneResult = { judged: 0, skipped: 0, failed: 0 };
    await this.runner.run(replayId, laneNo, context, ({ status }) => (result[status] += 1));
    const ended = await context.complete(async (tx) => {
      await this.end(tx, { replayId, laneNo }, null);
      return result;
    });
    this.jobs.publishSoon();
    return ended;
  }

  /** Ends a lane, and with the last one the replay, whose judgements are scored then. */
  async end(tx: Transaction, { replayId, laneNo }: ReplayLanePayload, error: string | null): Promise<void> {
    if (await this.runner.end(tx, replayId, laneNo, error)) await this.jobs.enqueue(tx, scoreReplayJob, { replayId });
  }

  private async evaluate(
    { replayId, kind, models, questionJobId, roundJobId, code, day }: RunningReplay & ReplayItem,
    context: LaneCallContext,
  ): Promise<EvaluatedItem<ReplayOutcome>> {
    const question = await this.questions.of(kind, { code, day });
    const answer = await this.panel.answer(question, {
      ...{ jobId: questionJobId, roundJobId, models, replayId, signal: context.signal },
      deadlineMs: Date.now() + MODEL_TIMEOUT_MS,
      fenced: (work) => context.fenced(work),
    });
    return {
      modelErrors: answer.modelErrors,
      write: async (tx) => {
        await keepJudgements(tx, question, answer, { replay: true, replayId });
        return toOutcome(answer);
      },
    };
  }
}

function toOutcome({ judgements, consensus, errors }: PanelAnswer): ReplayOutcome {
  if (judgements.length > 0 || consensus !== null) return { status: 'judged', reason: null };
  return { status: 'failed', reason: errors[0]?.error ?? 'no model gave a usable judgement' };
}
