import type { CalendarDay } from '#lib/kernel';
import type { Judgement } from '#lib/tracking';
import type { AnswerError, DatedJudgement, ModelAnswer } from '../domain/answer';
import type { AiQuestion } from '../domain/question';
import { ANSWER_FIELD_KEYS, ANSWER_FIELDS } from './answer-fields';
import type { AnswerParts, FoundError } from './read-answer';

/**
 * The answer that counts: what was valid in the first call stays, the repairing call fills only what was invalid or missing,
 * and what is still missing after it is dropped with its error; of an invalid list, the usable part is kept. A day without
 * one valid field is no judgement.
 */
export function completeAnswer(question: AiQuestion, first: AnswerParts, repair: AnswerParts | undefined): ModelAnswer {
  const days = question.kind === 'daily' ? question.days : question.kind === 'weekly' ? question.weeks : [];
  const judgements = days.flatMap((day) => {
    const good = { ...repair?.days.get(day), ...first.days.get(day) };
    return dated(day, good, { ...first.rest.get(day), ...repair?.rest.get(day) });
  });
  const outlook = first.outlook ?? repair?.outlook ?? null;
  const requested = question.kind === 'fundamental' ? question.items : [];
  const items = requested.flatMap(({ key }) => first.items.get(key) ?? repair?.items.get(key) ?? []);
  const errors = findOpenErrors(first, repair, { judgements, outlook, items });
  return { judgements, outlook, items, errors };
}

function dated(date: CalendarDay, good: Partial<Judgement>, rest: Partial<Judgement>): DatedJudgement[] {
  if (Object.keys(good).length === 0) return [];
  const empty: Judgement = {
    supplyDemand: null,
    alignFlag: null,
    primaryPhaseHint: null,
    cycleSubTags: [],
    cycleEvents: [],
    evidenceNote: null,
  };
  return [{ date, judgement: { ...empty, ...rest, ...good } }];
}

/** The first call's errors that the second did not repair, and those that stayed open only in the second. */
function findOpenErrors(
  first: AnswerParts,
  repair: AnswerParts | undefined,
  kept: Pick<ModelAnswer, 'judgements' | 'outlook' | 'items'>,
): AnswerError[] {
  const nothing = kept.judgements.length === 0 && kept.items.length === 0;
  const isRepaired = (error: FoundError): boolean => {
    if (!error.repairable) return false;
    if (error.date === null && error.field === null) return !nothing;
    if (error.field === 'outlook') return kept.outlook !== null;
    if (error.date === null) return kept.items.some(({ key }) => key === error.field);
    if (error.field === null) return kept.judgements.some(({ date }) => date === error.date);
    return hasField(first, error) || hasField(repair, error);
  };
  const open = [...first.errors, ...(repair?.errors ?? []).filter(({ repairable }) => repairable)].filter(
    (one) => !isRepaired(one),
  );
  const unique = new Map(open.map((one) => [`${one.date ?? ''} ${one.field ?? ''}`, one] as const));
  return [...unique.values()].map(({ date, field, error }) => ({ date, field, error }));
}

function hasField(parts: AnswerParts | undefined, { date, field }: AnswerError): boolean {
  const day = date === null ? undefined : parts?.days.get(date);
  return day !== undefined && ANSWER_FIELD_KEYS.some((key) => ANSWER_FIELDS[key].name === field && key in day);
}
