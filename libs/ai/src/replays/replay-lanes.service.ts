import { Injectable, Logger } from '@nestjs/common';
import type { Transaction } from '#lib/database';
import { type JobContext, JobsService } from '#lib/queue';
import { UsualDrainPatience } from '../drains/drain-patience';
import type { ReplayLanePayload, ReplayLaneResult } from '../jobs/replay-lane.job';
import { scoreReplayJob } from '../jobs/score-replay.job';
import { type JudgedItemOfLane, type LaneAsking, LaneLoop } from '../lanes/lane-loop';
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

/** Nobody waits for a replay, and models that think take minutes. */
const ASK_WITHIN_MS = 10 * 60_000;

/** What a replay's lanes do in the worker: ask of a past day, keep what was said of the direction. No record is written. */
@Injectable()
export class ReplayLanesService {
  private readonly loop: LaneLoop<RunningReplay, ReplayItem, ReplayOutcome>;

  constructor(
    private readonly panel: AiPanel,
    private readonly questions: ReplayQuestionsService,
    private readonly jobs: JobsService,
    patience: UsualDrainPatience,
  ) {
    this.loop = new LaneLoop(
      {
        name: 'replay',
        itemName: 'day',
        tables: REPLAY_TABLES,
        models: ({ models }) => models,
        judge: (taken, context) => this.judge(taken, context),
        failure: (status, reason) => ({ status, reason }),
        settle: settleReplayItem,
        // Nobody follows a replay live: its page reads it again.
        tell: () => Promise.resolve(),
      },
      patience,
      new Logger('ReplayLanes'),
    );
  }

  async run({ replayId, laneNo }: ReplayLanePayload, context: JobContext<ReplayLaneResult>): Promise<ReplayLaneResult> {
    const result: ReplayLaneResult = { judged: 0, skipped: 0, failed: 0 };
    await this.loop.run(replayId, laneNo, context, ({ status }) => (result[status] += 1));
    const ended = await context.complete(async (tx) => {
      await this.end(tx, { replayId, laneNo }, null);
      return result;
    });
    this.jobs.publishSoon();
    return ended;
  }

  /** Ends a lane, and with the last one the replay, whose judgements are scored then. */
  async end(tx: Transaction, { replayId, laneNo }: ReplayLanePayload, error: string | null): Promise<void> {
    if (await this.loop.end(tx, replayId, laneNo, error)) await this.jobs.enqueue(tx, scoreReplayJob, { replayId });
  }

  private async judge(
    { replayId, kind, models, questionJobId, roundJobId, code, day }: RunningReplay & ReplayItem,
    context: LaneAsking,
  ): Promise<JudgedItemOfLane<ReplayOutcome>> {
    const question = await this.questions.of(kind, { code, day });
    const answer = await this.panel.ask(question, {
      ...{ jobId: questionJobId, roundJobId, models, replayId, signal: context.signal },
      deadlineMs: Date.now() + ASK_WITHIN_MS,
      fenced: (work) => context.fenced(work),
    });
    return {
      faults: answer.faults,
      write: async (tx) => {
        await keepJudgements(tx, question, answer, { replay: true, replayId });
        return outcomeOf(answer);
      },
    };
  }
}

function outcomeOf({ judgements, consensus, errors }: PanelAnswer): ReplayOutcome {
  if (judgements.length > 0 || consensus !== null) return { status: 'judged', reason: null };
  return { status: 'failed', reason: errors[0]?.error ?? 'no model gave a usable judgement' };
}
