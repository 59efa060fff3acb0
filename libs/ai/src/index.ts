export { AiModule } from './ai.module';
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
export { AiPanel } from './panel';
export type { PanelAnswer, PanelCall } from './panel';
