import { isObject, parseObject } from '../answers/extract-object';
import type { TokenUsage } from '../domain/token-usage';

/** Why an answer ended: by itself, at the most tokens it may have, withheld by a content filter, or the server broke down. */
export type Finish = 'stop' | 'length' | 'filtered' | 'broken';

/** The content of a response of the chat protocol. */
export interface Completion {
  /** The model's text without its thoughts; undefined if there is none: no choices, only thoughts. */
  content: string | undefined;
  thoughts: string | undefined;
  finish: Finish;
  tokens: TokenUsage | undefined;
  /** The body contains an error instead of an answer. */
  error: boolean;
}

const MOST_TOKENS = 1e9;

/** `finish_reason` by vendor: OpenAI, GLM (`sensitive`, `network_error`), DeepSeek (`insufficient_system_resource`). */
const FINISHES: Readonly<Record<string, Finish>> = {
  length: 'length',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  content_filter: 'filtered',
  sensitive: 'filtered',
  network_error: 'broken',
  insufficient_system_resource: 'broken',
};

/** Reads the body of a response with status 200. Never throws. */
export function readCompletion(raw: string): Completion {
  const body = parseObject(raw.trim());
  const [choice] = Array.isArray(body?.['choices']) ? (body['choices'] as unknown[]) : [];
  const message = isObject(choice) && isObject(choice['message']) ? choice['message'] : {};
  const text = splitThoughts(toText(message['content']));
  const reason = isObject(choice) ? choice['finish_reason'] : undefined;
  const isRefusal = toText(message['refusal']) !== undefined && text.content === undefined;
  return {
    content: text.content,
    thoughts: toText(message['reasoning_content']) ?? toText(message['reasoning']) ?? text.thoughts,
    finish:
      isRefusal || isSensitive(body)
        ? 'filtered'
        : ((typeof reason === 'string' ? FINISHES[reason] : undefined) ?? 'stop'),
    tokens: toTokenUsage(body?.['usage']),
    error: isError(body),
  };
}

/** Models that think aloud answer after `</think>`; one that was cut before it has not answered. */
function splitThoughts(text: string | undefined): { content: string | undefined; thoughts: string | undefined } {
  if (text === undefined) return { content: undefined, thoughts: undefined };
  const end = text.lastIndexOf('</think>');
  if (end >= 0) return { content: toText(text.slice(end + '</think>'.length)), thoughts: text.slice(0, end) };
  return text.trimStart().startsWith('<think>')
    ? { content: undefined, thoughts: text }
    : { content: text, thoughts: undefined };
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

type Body = Readonly<Record<string, unknown>> | undefined;

function isError(body: Body): boolean {
  if (body?.['error'] !== undefined && body['error'] !== null) return true;
  const status = isObject(body?.['base_resp']) ? body['base_resp']['status_code'] : undefined;
  return typeof status === 'number' && status !== 0;
}

/** MiniMax reports it next to the answer. */
function isSensitive(body: Body): boolean {
  return body?.['input_sensitive'] === true || body?.['output_sensitive'] === true;
}

function toTokenUsage(usage: unknown): TokenUsage | undefined {
  if (!isObject(usage)) return undefined;
  const prompt = toCount(usage['prompt_tokens']);
  const completion = toCount(usage['completion_tokens']);
  if (prompt === undefined || completion === undefined) return undefined;
  const details = usage['prompt_tokens_details'];
  const cached =
    toCount(isObject(details) ? details['cached_tokens'] : undefined) ??
    toCount(usage['prompt_cache_hit_tokens']) ??
    toCount(usage['cached_tokens']) ??
    0;
  return { prompt, completion, cached: Math.min(cached, prompt) };
}

function toCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_TOKENS ? value : undefined;
}
