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
export { answerByRules } from './domain/rules/answer-by-rules';
export { barsNeededByRules, RULES_VERSION } from './domain/rules/thresholds';
