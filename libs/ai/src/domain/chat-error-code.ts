/** Why a model gave no answer. */
export const CHAT_ERROR_CODES = [
  'unauthorized',
  'rate_limited',
  'server_error',
  'unreachable',
  'timeout',
  'redirected',
  'refused',
  'circuit_open',
  'budget_spent',
  'user_budget_spent',
  'no_time',
  'asked_twice',
  'no_credit',
  'filtered',
  'too_long',
  'prompt_truncated',
  'answer_truncated',
  'no_slot',
  'not_configured',
] as const;
export type ChatErrorCode = (typeof CHAT_ERROR_CODES)[number];

/**
 * What an error means for the further questions to the same model:
 * - `passes`: it ends by itself. Wait, then repeat the same question.
 * - `stops`: every further question meets it until a person has acted, or the day has ended. Stop.
 * - `question`: it concerns this question alone. Go on with the next one, and do not repeat this one.
 */
export type ChatErrorScope = 'passes' | 'stops' | 'question';

/** The one table that waiting, stopping and skipping go by. */
export const CHAT_ERROR_SCOPES: Readonly<Record<ChatErrorCode, ChatErrorScope>> = {
  rate_limited: 'passes',
  server_error: 'passes',
  unreachable: 'passes',
  timeout: 'passes',
  circuit_open: 'passes',
  no_time: 'passes',
  no_slot: 'passes',
  unauthorized: 'stops',
  no_credit: 'stops',
  refused: 'stops',
  redirected: 'stops',
  not_configured: 'stops',
  budget_spent: 'stops',
  user_budget_spent: 'stops',
  filtered: 'question',
  too_long: 'question',
  prompt_truncated: 'question',
  answer_truncated: 'question',
  asked_twice: 'question',
};
