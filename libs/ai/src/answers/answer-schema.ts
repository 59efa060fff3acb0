import { AI_CONSENSUS } from '#lib/tracking';
import type { AiQuestion } from '../domain/question';
import { ANSWER_FIELD_KEYS, ANSWER_FIELDS } from './answer-fields';

/** JSON Schema of the answer to a question: every key required, nothing else allowed, days and terms as enumerations. */
export type AnswerSchema = Readonly<Record<string, unknown>>;

/** The list of an answer that holds its judgements. */
export const JUDGEMENT_LIST = { daily: 'days', weekly: 'weeks' } as const;

export function answerSchema(question: AiQuestion): AnswerSchema {
  const code = { type: 'string', enum: [question.session.code] };
  if (question.kind === 'fundamental') return toObject({ code, items: toList(itemSchema(question.items)) });
  const days = question.kind === 'daily' ? question.days : question.weeks;
  const judgements = { [JUDGEMENT_LIST[question.kind]]: toList(judgementSchema(days)) };
  const outlook = question.kind === 'weekly' ? { outlook: { type: 'string', enum: [...AI_CONSENSUS] } } : {};
  return toObject({ code, ...outlook, ...judgements });
}

function judgementSchema(days: readonly string[]): AnswerSchema {
  return toObject({
    date: { type: 'string', enum: [...days] },
    ...Object.fromEntries(ANSWER_FIELD_KEYS.map((key) => [ANSWER_FIELDS[key].name, ANSWER_FIELDS[key].schema])),
  });
}

function itemSchema(items: readonly { key: string }[]): AnswerSchema {
  return toObject({
    key: { type: 'string', enum: items.map(({ key }) => key) },
    point: { type: ['boolean', 'null'] },
    reason: { type: 'string' },
  });
}

const toList = (items: AnswerSchema) => ({ type: 'array', items });

const toObject = (properties: Readonly<Record<string, unknown>>): AnswerSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
