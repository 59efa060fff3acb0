/**
 * How a request demands JSON of a model's server, the strictest first: a schema that the server enforces, any JSON object, or
 * the prompt alone.
 */
export const ANSWER_FORMATS = ['json_schema', 'json_object', 'text'] as const;
export type AnswerFormat = (typeof ANSWER_FORMATS)[number];
