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
export type { Rules } from './models/rules-model';
export { AiPanel } from './panel';
export type { PanelAnswer, PanelCall } from './panel';
export { CreateAiRuns1764500000000 } from './persistence/1764500000000-create-ai-runs';
export type { AiCallView, AiRunSummary, AiRunView, ModelHealth } from './persistence/ai-run-read.query';
