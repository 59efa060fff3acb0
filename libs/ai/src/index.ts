export type { AnswerFault, DatedJudgement, JudgedItem, ModelAnswer, Outlook } from './domain/answer';
export type {
  AiQuestion,
  DailyQuestion,
  FundamentalQuestion,
  JudgedSession,
  PeriodRow,
  WeeklyQuestion,
} from './domain/question';
export { AiPanel } from './panel';
export type { PanelAnswer, PanelCall } from './panel';
