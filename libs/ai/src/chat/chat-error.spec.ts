import { ChatError } from './chat-error';
import { CHAT_ERROR_SCOPES, type ChatErrorCode } from '../domain/chat-error-code';

it.each([
  ['passes', 'circuit_open no_slot no_time rate_limited server_error timeout unreachable'],
  ['stops', 'budget_spent no_credit not_configured redirected refused unauthorized user_budget_spent'],
  ['question', 'answer_truncated asked_twice filtered prompt_truncated too_long'],
])('an error that %s', (scope, codes) => {
  const found = Object.entries(CHAT_ERROR_SCOPES).filter(([, one]) => one === scope);
  expect(found.map(([code]) => code).sort()).toEqual(codes.split(' '));
});

it('each error code has one sentence of its own', () => {
  const sentences = Object.keys(CHAT_ERROR_SCOPES).map((code) => new ChatError(code as ChatErrorCode).message);
  expect(new Set(sentences).size).toBe(sentences.length);
  expect(sentences.every((sentence) => /^[a-z].*[^.]$/.test(sentence))).toBe(true);
});
