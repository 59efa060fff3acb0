import { CreateAiRuns1764500000000 } from './1764500000000-create-ai-runs';
import { CreateAiDrains1764600000000 } from './1764600000000-create-ai-drains';
import { CreateTrackRecord1764800000000 } from './1764800000000-create-track-record';
import { LinkRecordsToRuns1764900000000 } from './1764900000000-link-records-to-runs';
import { IndexCallEnds1766000000110 } from './1766000000110-index-call-ends';
import { ShareAiBudget1768000000200 } from './1768000000200-share-ai-budget';
import { PaceAndCostOfModels1769000000100 } from './1769000000100-pace-and-cost-of-models';
import { SurviveFaultsInDrains1769000000200 } from './1769000000200-survive-faults-in-drains';
import { KnowVersionsOfJudgements1769000000600 } from './1769000000600-know-versions-of-judgements';
import { CreateMarketChange1769000001200 } from './1769000001200-create-market-change';
import { KeepFundamentalScores1769000001300 } from './1769000001300-keep-fundamental-scores';
import { CreateAiReplays1769000001400 } from './1769000001400-create-ai-replays';
import { EditModelsInConsole1769000001600 } from './1769000001600-edit-models-in-console';
import { TakeTdxScores1770000000002 } from './1770000000002-take-tdx-scores';
import { AiCall } from './ai-call.entity';
import { AiDrain } from './ai-drain.entity';
import { AiDrainFault } from './ai-drain-fault.entity';
import { AiDrainLane } from './ai-drain-lane.entity';
import { AiDrainSession } from './ai-drain-session.entity';
import { AiJudgement } from './ai-judgement.entity';
import { AiJudgementScore } from './ai-judgement-score.entity';
import { AiReplay } from './ai-replay.entity';
import { AiReplayFault } from './ai-replay-fault.entity';
import { AiReplayItem } from './ai-replay-item.entity';
import { AiReplayLane } from './ai-replay-lane.entity';
import { AiRun } from './ai-run.entity';
import { AiTurn } from './ai-turn.entity';
import { ConsoleModel } from './console-model.entity';
import { KeptScore } from './kept-score.entity';

export const AI_ENTITIES = [
  ...[ConsoleModel, AiRun, AiCall, AiTurn, KeptScore],
  ...[AiDrain, AiDrainSession, AiDrainLane, AiDrainFault],
  ...[AiReplay, AiReplayItem, AiReplayLane, AiReplayFault],
  ...[AiJudgement, AiJudgementScore],
];

export const AI_MIGRATIONS = [
  CreateAiRuns1764500000000,
  CreateAiDrains1764600000000,
  CreateTrackRecord1764800000000,
  LinkRecordsToRuns1764900000000,
  IndexCallEnds1766000000110,
  ShareAiBudget1768000000200,
  PaceAndCostOfModels1769000000100,
  SurviveFaultsInDrains1769000000200,
  KnowVersionsOfJudgements1769000000600,
  CreateMarketChange1769000001200,
  KeepFundamentalScores1769000001300,
  CreateAiReplays1769000001400,
  EditModelsInConsole1769000001600,
  TakeTdxScores1770000000002,
];
