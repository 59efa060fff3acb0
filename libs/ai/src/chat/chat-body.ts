import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions';
import type { AnswerSchema } from '../answers/answer-schema';
import type { AnswerFormat } from '../domain/answer-format';
import type { ChatMessage } from '../prompts/prompt';

/** What a server was found to accept; it begins with what most accept. */
export interface ServerFeatures {
  format: AnswerFormat;
  stream: boolean;
  /** The field that limits an answer; null: the server accepts none. */
  tokenField: 'max_tokens' | 'max_completion_tokens' | null;
  /** Whether it accepts `stream_options.include_usage`. */
  usageOption: boolean;
}

/** The part of a model's settings that goes into a body. */
export interface BodySettings {
  model: string;
  maxTokens: number;
  temperature: number | null;
  extraBody: Readonly<Record<string, unknown>>;
}

/** The body of a request. If the server does not enforce the schema, the last message carries it. */
export function buildChatBody(
  { model, maxTokens, temperature, extraBody }: BodySettings,
  messages: readonly ChatMessage[],
  schema: AnswerSchema,
  { format, stream, tokenField, usageOption }: ServerFeatures,
): ChatCompletionCreateParams {
  return {
    ...extraBody,
    model,
    ...toFormat(format, messages, schema),
    ...(stream ? { stream, ...(usageOption ? { stream_options: { include_usage: true } } : {}) } : {}),
    ...(tokenField === null ? {} : { [tokenField]: maxTokens }),
    ...(temperature === null ? {} : { temperature }),
  };
}

function toFormat(
  format: AnswerFormat,
  messages: readonly ChatMessage[],
  schema: AnswerSchema,
): Pick<ChatCompletionCreateParams, 'messages' | 'response_format'> {
  if (format === 'json_schema') {
    const json_schema = { name: 'answer', strict: true, schema: { ...schema } };
    return { messages: [...messages], response_format: { type: 'json_schema', json_schema } };
  }
  const last = messages.at(-1);
  const withSchema = { role: 'user' as const, content: `${last?.content ?? ''}\n\n${schemaLine(schema)}` };
  const body = { messages: [...messages.slice(0, -1), withSchema] };
  return format === 'text' ? body : { ...body, response_format: { type: 'json_object' } };
}

function schemaLine(schema: AnswerSchema): string {
  return `输出必须是符合此 JSON Schema 的一个 JSON 对象：${JSON.stringify(schema)}`;
}
