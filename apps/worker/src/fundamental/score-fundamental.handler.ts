import { Injectable } from '@nestjs/common';
import {
  FundamentalScoreService,
  type FundamentalScoreResult,
  scoreFundamentalJob,
  type ScoreFundamentalPayload,
} from '#lib/ai';
import { type Handles, type JobContext, JobHandler } from '#lib/queue';

@Injectable()
@JobHandler(scoreFundamentalJob)
export class ScoreFundamentalHandler implements Handles<typeof scoreFundamentalJob> {
  constructor(private readonly scores: FundamentalScoreService) {}

  run(payload: ScoreFundamentalPayload, context: JobContext<FundamentalScoreResult>): Promise<FundamentalScoreResult> {
    return this.scores.score(payload, context);
  }
}
