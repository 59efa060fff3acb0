import type { ChatErrorCode } from '../domain/chat-error-code';

/** The meaning of a rejected request: an error, or a change of the request after which it may be sent again. */
export type ErrorMeaning = ChatErrorCode | 'format' | 'stream' | 'token_field' | 'token_limit' | 'usage_option';

/**
 * Texts of vendors by their meaning, the most certain first. They are searched in the whole body, lower case, since each
 * vendor has its own field for them. `docs/ai-models.md` names their sources.
 */
const VENDOR_PATTERNS: readonly (readonly [ErrorMeaning, RegExp])[] = [
  // DashScope's and GLM's limits speak of quota too; they pass.
  [
    'rate_limited',
    /throttling|rate[ _-]?limit|ratelimitexceeded|allocated quota|"code":\s*"?130[235]"?|too many requests|engine_overloaded|serveroverloaded|concurrency/,
  ],
  [
    'no_credit',
    /arrear|overdue|insufficient[ _]?(account )?balance|insufficient_quota|exceeded_current_quota|billing_hard_limit|no credit|credit balance|余额不足|欠费|"code":\s*"?1113"?|\(1008\)|usage limit for this billing cycle/,
  ],
  [
    'filtered',
    /data_?inspection_?failed|inappropriate content|content_filter|content_policy|high risk|(?<!case[- ])sensitive|敏感|"code":\s*"?1301"?|contentfilter|risk control/,
  ],
  [
    'stream',
    /enable_thinking.{0,40}(non-streaming|stream call)|only supports? stream|support(s)? stream mode|does not support http call|stream(ing)? (is|must be) (required|true)|non-streaming/,
  ],
  ['token_field', /max_completion_tokens.{0,40}instead|use 'max_completion_tokens'/],
  ['token_limit', /max_?(completion_)?_?tokens/],
  [
    'too_long',
    /context[ _]?(length|window)|maximum context|input (token )?length|input length should|token limit|prompt is too long|too many tokens|"code":\s*"?1261"?|exceeds? the max(imum)? (input|length)/,
  ],
  ['usage_option', /stream_options|include_usage/],
  ['format', /response_format|json_schema|json_object|structured output|guided|grammar/],
  [
    'unauthorized',
    /invalid[ _-]?(api[ _-]?)?key|incorrect api key|invalid_authentication|authentication(error)?[ _"]|"code":\s*"?100[0-4]"?/,
  ],
  [
    'refused',
    /model[ _]?not[ _]?found|model.{0,60}(not exist|not found|not supported|no access)|modelnotopen|"code":\s*"?1211"?/,
  ],
];

/** MiniMax's codes in `base_resp.status_code`, from its list of errors. */
const BASE_RESP: Readonly<Record<number, ChatErrorCode>> = {
  1002: 'rate_limited',
  1039: 'rate_limited',
  2045: 'rate_limited',
  1004: 'unauthorized',
  2049: 'unauthorized',
  1008: 'no_credit',
  2056: 'no_credit',
  1026: 'filtered',
  1027: 'filtered',
  2013: 'refused',
};

/** Statuses whose body is more specific than they are. */
const BODY_DECIDES: ReadonlySet<number> = new Set([200, 400, 403, 404, 415, 422, 429, 500, 501, 503]);

/**
 * The meaning of an error response: by the vendor's text first, then by the status.
 * @param text The body, as it came.
 */
export function classifyErrorResponse(status: number, text: string): ErrorMeaning {
  const code = /"status_code":\s*(\d+)/.exec(text)?.[1];
  const known = code === undefined ? undefined : BASE_RESP[Number(code)];
  if (known !== undefined) return known;
  if (status === 401) return 'unauthorized';
  if (status === 402) return 'no_credit';
  if (BODY_DECIDES.has(status)) {
    const lowerCaseText = text.slice(0, MAX_READ_LENGTH).toLowerCase();
    const meaning = VENDOR_PATTERNS.find(
      ([meant, pattern]) => isPlausible(meant, status) && pattern.test(lowerCaseText),
    )?.[0];
    if (meaning !== undefined) return meaning;
  }
  return classifyStatus(status);
}

const MAX_READ_LENGTH = 4000;

/** A meaning counts if the status does not contradict it: of a 5xx, only that the account is empty. */
function isPlausible(meant: ErrorMeaning, status: number): boolean {
  if (status >= 500 && status !== 501) return meant === 'no_credit';
  if (status === 429) return meant === 'no_credit' || meant === 'rate_limited';
  return true;
}

function classifyStatus(status: number): ErrorMeaning {
  if (status === 403) return 'unauthorized';
  if (status === 413) return 'too_long';
  if (status === 429) return 'rate_limited';
  if (status >= 300 && status < 400) return 'redirected';
  // Statuses of servers that don't know a field or value of the body.
  if ([400, 415, 422, 501].includes(status)) return 'format';
  if (status === 200 || status >= 500 || status === 408) return 'server_error';
  return 'refused';
}

/** Whether a server that responded with this status may have worked on the request; one that rejected it did not. */
export function mayHaveWorked(status: number): boolean {
  return status >= 500 || status === 408 || status === 499;
}
