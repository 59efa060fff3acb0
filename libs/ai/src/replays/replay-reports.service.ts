import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import {
  type ReplayAgreement,
  type ReplayModel,
  type ReplayOutcomeCount,
  selectReplayAgreement,
  selectReplayModels,
  selectReplayOutcomes,
} from '../persistence/replay-report.query';
import { selectErrors } from '../persistence/lanes.query';
import { REPLAY_TABLES, type ReplayModelError, type ReplayView } from '../persistence/replays.query';
import type { RecordOfGroup } from '../track-record/record-of-group';
import { TrackRecordService } from '../track-record/track-record.service';
import { ReplaysService } from './replays.service';

/** A replay with what came of it. */
export type ReplayReport = ReplayView & {
  /** What each model did and cost. */
  answers: ReplayModel[];
  /** Hit rates a model, version and kind of judgement, and by its value; of this replay alone. */
  records: RecordOfGroup[];
  values: RecordOfGroup[];
  agreement: ReplayAgreement[];
  modelFaults: ReplayModelError[];
  outcomes: ReplayOutcomeCount[];
};

/** What came of replays. */
@Injectable()
export class ReplayReportsService {
  constructor(
    private readonly db: Database,
    private readonly replays: ReplaysService,
    private readonly trackRecord: TrackRecordService,
  ) {}

  /** @throws AppError `not_found`. */
  async of(id: number): Promise<ReplayReport> {
    const replay = await this.replays.get(id);
    const [answers, records, values, agreement, modelFaults, outcomes] = await Promise.all([
      selectReplayModels(this.db, id),
      this.trackRecord.of({ replayId: id, by: 'model' }),
      this.trackRecord.of({ replayId: id, by: 'value' }),
      selectReplayAgreement(this.db, id),
      selectErrors(this.db, REPLAY_TABLES, id),
      selectReplayOutcomes(this.db, id),
    ]);
    return { ...replay, answers, records, values, agreement, modelFaults, outcomes };
  }
}
