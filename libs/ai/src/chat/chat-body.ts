import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import type { AnswerSchema } from '../answers/answer-schema';
import type { ChatMessage } from '../prompts/prompt';

/** How a server is asked for JSON, the strictest first: a schema that it enforces, any JSON object, or a plain request. */
export const ANSWER_FORMATS = ['json_schema', 'json_object', 'text'] as const;
export type AnswerFormat = (typeof ANSWER_FORMATS)[number];

/** The body of a request. Where the server does not enforce the schema, the last message carries it. */
export function chatBody(
  model: string,
  messages: readonly ChatMessage[],
  schema: AnswerSchema,
  format: AnswerFormat,
): ChatCompletionCreateParamsNonStreaming {
  if (format === 'json_schema') {
    const json_schema = { name: 'answer', strict: true, schema: { ...schema } };
    return { model, messages: [...messages], response_format: { type: 'json_schema', json_schema } };
  }
  const last = messages.at(-1);
  const told = { role: 'user' as const, content: `${last?.content ?? ''}\n\n${schemaLine(schema)}` };
  const body = { model, messages: [...messages.slice(0, -1), told] };
  return format === 'text' ? body : { ...body, response_format: { type: 'json_object' } };
}

function schemaLine(schema: AnswerSchema): string {
  return `输出必须是符合此 JSON Schema 的一个 JSON 对象：${JSON.stringify(schema)}`;
}
