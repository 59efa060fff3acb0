import type { CallToolResult } from '@modelcontextprotocol/server';
import type { FieldError } from '#lib/kernel';
import { toFailure } from '../http/failure';

/** What a model can do about it, beside what the message says. */
const HINTS: Readonly<Record<string, string>> = {
  invalid_input: 'Correct the arguments and call again.',
  not_found: 'Look it up first: search_stocks, list_screens, list_sessions.',
  rate_limited: 'Wait, and ask for larger pages rather than for more of them.',
  result_too_large: 'Ask for less.',
  screen_unavailable: 'list_screens says which screens are available.',
  no_data_on_day: 'market_status says which days there are.',
  open_session_exists: 'Read the open session with get_session.',
  session_closed: 'A closed session is reopened by a person only.',
  budget_spent: 'Tell the user; nothing was queued.',
  user_budget_spent: 'Tell the user; nothing was queued.',
};

export interface ToolFailure {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly fields?: readonly FieldError[];
  readonly details?: unknown;
}

/** What anything that was thrown means to the model: as REST tells it, with a hint. */
export function toToolFailure(error: unknown, requestId: string): { failure: ToolFailure; isFault: boolean } {
  const { status, code, message, fields, details } = toFailure(error, requestId);
  const hint = HINTS[code] ?? (status >= 500 ? 'Tell the user, and try again later.' : 'Tell the user.');
  return {
    failure: {
      ...{ code, message, hint },
      ...(fields === undefined ? {} : { fields }),
      ...(details === undefined ? {} : { details }),
    },
    isFault: status === 500,
  };
}

export function failedResult(failure: ToolFailure): CallToolResult {
  const { code, message, hint } = failure;
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${message}. ${hint}` }],
    structuredContent: { error: failure },
  };
}
