export { AiModule } from './ai.module';
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
export { AiPanel } from './panel';
export type { PanelAnswer, PanelCall } from './panel';
export { JUDGEMENT_KINDS } from './domain/track-record/direction';
export type { JudgementKind } from './domain/track-record/direction';
export { HORIZONS } from './domain/track-record/outcome';
export { CreateTrackRecord1764800000000 } from './persistence/1764800000000-create-track-record';
export type { SessionJudgement } from './persistence/judgements.query';
export { keepJudgements } from './track-record/keep-judgements';
export { scoreJudgementsJob, ScoreJudgementsPayload } from './track-record/score-judgements.job';
export type { JudgementsScored } from './track-record/score-judgements.job';
export { TrackRecord } from './track-record/track-record.service';
export type { RecordOfModel } from './track-record/track-record.service';
export { CreateAiRuns1764500000000 } from './persistence/1764500000000-create-ai-runs';
export type { AiCallView, AiRunSummary, AiRunView, ModelHealth } from './persistence/ai-run-read.query';
export { answerByRules } from './domain/rules/answer-by-rules';
export { barsNeededByRules, RULES_VERSION } from './domain/rules/thresholds';
