import { Injectable } from '@nestjs/common';
import type { Transaction } from '#lib/database';
import type { JobContext } from '#lib/queue';
import type { ScoreReplayPayload } from '../jobs/score-replay.job';
import { markReplayScored } from '../persistence/replays.query';
import type { JudgementsScored } from '../track-record/score-judgements.job';
import { TrackRecordService } from '../track-record/track-record.service';

/** Scores a replay that has ended. What comes due later is scored with all other judgements, day by day. */
@Injectable()
export class ReplayScoringService {
  constructor(private readonly trackRecord: TrackRecordService) {}

  async run({ replayId }: ScoreReplayPayload, context: JobContext<JudgementsScored>): Promise<JudgementsScored> {
    const scored = await this.trackRecord.scoreReplay(replayId, context);
    return context.complete(async (tx) => {
      await markReplayScored(tx, replayId);
      return scored;
    });
  }

  /** If scoring failed for good, the daily scoring takes the replay's judgements over. */
  async giveUp(tx: Transaction, { replayId }: ScoreReplayPayload): Promise<void> {
    await markReplayScored(tx, replayId);
  }
}
