import { disabled, failed, rateLimited, retry, sent, type Verdict } from '../delivery-result';
import type { GuardedResponse } from '../guard/guarded-request';

/** What a code in the body of a response means. */
export interface CodeMeaning {
  readonly outcome: 'rate' | 'retry' | 'failed' | 'disabled';
  /** The end of a sentence: "the key is not valid". */
  readonly reason: string;
}

export type CodeTable = Readonly<Record<number, CodeMeaning>>;

/** The number that a body reports its result by, and whether it means success. */
export interface BodyResult {
  readonly code: number;
  readonly isSuccess: boolean;
}

/** A JSON object of the body; null if it is something else. */
export function readBody(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/**
 * The verdict of a service whose success is only in the body. A code that the table doesn't know, and a body without a code, are
 * failures, whatever the status.
 */
export function classifyByCode(
  service: string,
  response: GuardedResponse,
  result: BodyResult | null,
  table: CodeTable,
  nowMs: number,
): Verdict {
  const byStatus = classifyStatus(service, response, nowMs);
  if (isRedirect(response.status) || response.status === 410) return byStatus;
  if (result === null) return byStatus.outcome === 'sent' ? failed(`${service} sent no result`) : byStatus;
  if (result.isSuccess) return byStatus;
  const meaning = table[result.code];
  if (meaning !== undefined) return toVerdict(service, result.code, meaning);
  return byStatus.outcome === 'sent' || byStatus.outcome === 'failed'
    ? failed(`${service} rejected the message (code ${result.code})`)
    : byStatus;
}

function toVerdict(service: string, code: number, { outcome, reason }: CodeMeaning): Verdict {
  if (outcome === 'rate') return rateLimited(service);
  const sentence = `${service}: ${reason} (code ${code})`;
  return { retry, failed, disabled }[outcome](sentence);
}

/** The verdict of the HTTP status alone; a redirect is never followed. */
export function classifyStatus(service: string, response: GuardedResponse, nowMs: number): Verdict {
  const { status } = response;
  const seconds = parseRetryAfter(response.retryAfter, nowMs);
  if (status >= 200 && status < 300) return sent();
  if (isRedirect(status)) return failed(`${service} redirected the request, which is not followed (HTTP ${status})`);
  if (status === 410) return disabled(`${service}: the address no longer exists (HTTP 410)`);
  if (status === 429) return rateLimited(service, seconds);
  if (status === 408 || status >= 500) return retry(`${service} is unavailable (HTTP ${status})`, seconds);
  return failed(`${service} rejected the request (HTTP ${status})`);
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/**
 * Reads a `Retry-After` header: seconds, or an HTTP date.
 * @returns seconds from `nowMs` on; undefined if there is none or it can't be read.
 */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - nowMs) / 1000);
}

/** The result of a body by one of its whole numbers. */
export function resultOf(text: string, name: string, success: number): BodyResult | null {
  const code = readBody(text)?.[name];
  return typeof code === 'number' && Number.isInteger(code) ? { code, isSuccess: code === success } : null;
}

/** A text of a body, '' if it has none of that name. */
export function bodyText(text: string, name: string): string {
  const value = readBody(text)?.[name];
  return typeof value === 'string' ? value : '';
}
