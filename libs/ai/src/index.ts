export { AiFillModule } from './ai-fill.module';
export { AiModule } from './ai.module';
export { AiCosts } from './ai-costs.service';
export { ModelHealthChecks } from './model-health.service';
export type { ModelHealthCheck } from './model-health.service';
export type { AiCostsView, ModelSetup } from './ai-costs.service';
export type { DrainEstimate } from './domain/drain-estimate';
export { COST_GROUPS } from './persistence/ai-cost.query';
export type { CostGroup, CostRow } from './persistence/ai-cost.query';
export { AiWatch } from './ai-watch.service';
export type { AiFigures } from './ai-watch.service';
export { AiRuns } from './ai-runs.service';
export type { AiModelsView, RunReader } from './ai-runs.service';
export { configurePanel } from './configure-panel';
export type { PanelParts } from './configure-panel';
export type { AnswerFault, DatedJudgement, JudgedItem, ModelAnswer, Outlook } from './domain/answer';
export type {
  AiQuestion,
  DailyQuestion,
  FundamentalQuestion,
  JudgedSession,
  PeriodRow,
  WeeklyQuestion,
} from './domain/question';
export { FundamentalScores } from './fundamental/fundamental-score.service';
export { scoreFundamentalJob, ScoreFundamentalPayload } from './fundamental/score-fundamental.job';
export type { FundamentalScoreResult } from './fundamental/score-fundamental.job';
export type { Rules } from './models/rules-model';
export { AiPanel, PanelFailed } from './panel';
export { CHAT_FAULT_SCOPES } from './chat/chat-fault';
export type { PanelAnswer, PanelCall, ModelFault } from './panel';
export { JUDGEMENT_KINDS } from './domain/track-record/direction';
export type { JudgementKind } from './domain/track-record/direction';
export { HORIZONS } from './domain/track-record/outcome';
export { IndexCallEnds1766000000110 } from './persistence/1766000000110-index-call-ends';
export { PaceAndCostOfModels1769000000100 } from './persistence/1769000000100-pace-and-cost-of-models';
export { ShareAiBudget1768000000200 } from './persistence/1768000000200-share-ai-budget';
export { LinkRecordsToRuns1764900000000 } from './persistence/1764900000000-link-records-to-runs';
export { CreateTrackRecord1764800000000 } from './persistence/1764800000000-create-track-record';
export { KnowVersionsOfJudgements1769000000600 } from './persistence/1769000000600-know-versions-of-judgements';
export { RECORD_GROUPS } from './persistence/judgements.query';
export type { RecordGroup, SessionJudgement } from './persistence/judgements.query';
export { scoreJudgementsJob, ScoreJudgementsPayload } from './track-record/score-judgements.job';
export type { JudgementsScored } from './track-record/score-judgements.job';
export { TrackRecord } from './track-record/track-record.service';
export { UsualDrainPatience } from './drains/drain-patience';
export type { RecordOfGroup } from './track-record/track-record.service';
export { DrainLanes } from './drains/drain-lanes.service';
export { DrainSchedule } from './drains/drain-schedule.service';
export { Drains } from './drains/drains.service';
export type { DrainReport } from './drains/drains.service';
export { AiFills } from './fills/ai-fills.service';
export { FillDays } from './fills/fill-days.service';
export { FillQueues } from './fills/fill-queues.service';
export { FillRequests } from './fills/fill-requests.service';
export type { DailyFillResult, WeeklyFillResult } from './fills/fill-result';
export { drainLaneJob, DrainLanePayload } from './jobs/drain-lane.job';
export type { DrainLaneResult } from './jobs/drain-lane.job';
export { dryRunFillJob, DryRunFillPayload } from './jobs/dry-run-fill.job';
export { fillDailyJob, FillDailyPayload } from './jobs/fill-daily.job';
export { fillMissingDaysJob } from './jobs/fill-missing-days.job';
export { fillWeeklyJob, FillWeeklyPayload } from './jobs/fill-weekly.job';
export { SurviveFaultsInDrains1769000000200 } from './persistence/1769000000200-survive-faults-in-drains';
export { CreateAiDrains1764600000000 } from './persistence/1764600000000-create-ai-drains';
export { DRAIN_KINDS } from './persistence/drains.query';
export type { DrainKind, DrainView } from './persistence/drains.query';
export { answerByRules } from './domain/rules/answer-by-rules';
export { barsNeededByRules } from './domain/rules/thresholds';
export { CreateAiRuns1764500000000 } from './persistence/1764500000000-create-ai-runs';
export type { AiCallView, AiRunSummary, AiRunView, ModelHealth } from './persistence/ai-run-read.query';
export { AI_RETENTION } from './persistence/ai-retention';
