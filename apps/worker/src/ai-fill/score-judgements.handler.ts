import { Injectable } from '@nestjs/common';
import { type JudgementsScored, scoreJudgementsJob, type ScoreJudgementsPayload, TrackRecord } from '#lib/ai';
import { type Handles, type JobContext, JobHandler } from '#lib/queue';

@Injectable()
@JobHandler(scoreJudgementsJob)
export class ScoreJudgementsHandler implements Handles<typeof scoreJudgementsJob> {
  constructor(private readonly trackRecord: TrackRecord) {}

  run(_payload: ScoreJudgementsPayload, context: JobContext<JudgementsScored>): Promise<JudgementsScored> {
    return this.trackRecord.scoreDue(context);
  }
}
