import { isObject, objectOf } from '../answers/extract-object';

export interface TokenUse {
  prompt: number;
  completion: number;
}

/** What a reply of the chat protocol holds. */
export interface Completion {
  /** The model's text; undefined where there is none: an error body, no choices, a refusal. */
  content: string | undefined;
  tokens: TokenUse | undefined;
}

const MOST_TOKENS = 1e9;

/** Reads the body of a reply with status 200. Never throws. */
export function readCompletion(raw: string): Completion {
  const body = objectOf(raw.trim());
  const [choice] = Array.isArray(body?.['choices']) ? (body['choices'] as unknown[]) : [];
  const message = isObject(choice) ? choice['message'] : undefined;
  const content = isObject(message) ? message['content'] : undefined;
  return {
    content: typeof content === 'string' && content.trim() !== '' ? content : undefined,
    tokens: tokensOf(body?.['usage']),
  };
}

function tokensOf(usage: unknown): TokenUse | undefined {
  if (!isObject(usage)) return undefined;
  const prompt = countOf(usage['prompt_tokens']);
  const completion = countOf(usage['completion_tokens']);
  return prompt === undefined || completion === undefined ? undefined : { prompt, completion };
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_TOKENS ? value : undefined;
}
