import { Injectable } from '@nestjs/common';
import { type JudgementsScored, scoreJudgementsJob, type ScoreJudgementsPayload, TrackRecordService } from '#lib/ai';
import { type Handles, type JobContext, JobHandler } from '#lib/queue';

@Injectable()
@JobHandler(scoreJudgementsJob)
export class ScoreJudgementsHandler implements Handles<typeof scoreJudgementsJob> {
  constructor(private readonly trackRecord: TrackRecordService) {}

  run(_payload: ScoreJudgementsPayload, context: JobContext<JudgementsScored>): Promise<JudgementsScored> {
    return this.trackRecord.scoreDue(context);
  }
}
