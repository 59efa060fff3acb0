// For tests only: parts of the lib that its index does not export.
export { configurePanel } from './configure-panel';
export type { PanelParts } from './configure-panel';
export type { ModelAnswer } from './domain/answer';
export { CHAT_ERROR_SCOPES } from './domain/chat-error-code';
export type { PanelModel } from './domain/panel-models';
export type {
  AiQuestion,
  DailyQuestion,
  FundamentalQuestion,
  QuestionSession,
  WeeklyQuestion,
} from './domain/question';
export { answerByRules } from './domain/rules/answer-by-rules';
export { MEASURED_EVENTS } from './domain/rules/measured-events';
export { barsNeededByRules } from './domain/rules/thresholds';
export type { Rules } from './models/rules-model';
export { PanelError } from './panel';
export type { ModelError, PanelAnswer, PanelCall } from './panel';
