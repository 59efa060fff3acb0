import { Injectable } from '@nestjs/common';
import { type JudgementsScored, ReplayScoringService, scoreReplayJob, type ScoreReplayPayload } from '#lib/ai';
import type { Transaction } from '#lib/database';
import { type Handles, type JobContext, type JobError, JobHandler } from '#lib/queue';

@Injectable()
@JobHandler(scoreReplayJob)
export class ScoreReplayHandler implements Handles<typeof scoreReplayJob> {
  constructor(private readonly scoring: ReplayScoringService) {}

  run(payload: ScoreReplayPayload, context: JobContext<JudgementsScored>): Promise<JudgementsScored> {
    return this.scoring.run(payload, context);
  }

  async failed(payload: ScoreReplayPayload, _error: JobError, tx: Transaction): Promise<void> {
    await this.scoring.giveUp(tx, payload);
  }
}
