import { completeAnswer } from '../answers/complete-answer';
import type { AnswerParts, FoundError } from '../answers/read-answer';
import { ChatError } from '../chat/chat-error';
import type { ModelAnswer } from '../domain/answer';
import { listEntries, narrowQuestion } from '../domain/narrow-question';
import type { AiQuestion } from '../domain/question';

/** Most calls for what a cut answer left open. */
const MOST_PARTS = 8;

/** Answers in a row without one whole entry, after which not even a single entry would fit. */
const MAX_EMPTY_ANSWERS = 2;

/**
 * Completes an answer that was cut at its longest: what is whole in it stays, the rest is requested in halves, and these in
 * halves again if they are cut too. Days after the cut are not repaired otherwise: each call is paid.
 * @param cut What is whole in the cut answer.
 * @param requestPart Requests some of the entries; `number` counts the calls from 1.
 * @throws ChatError `answer_truncated` if no entry was complete; other errors if the first part meets them.
 */
export async function answerInParts(
  question: AiQuestion,
  cut: AnswerParts,
  requestPart: (number: number, part: AiQuestion) => Promise<AnswerParts>,
): Promise<ModelAnswer> {
  const all = listEntries(question);
  let whole = withoutOpen(cut);
  let failure = new ChatError('answer_truncated');
  let waiting = splitEntries(findOpen(all, whole), findOpen(all, whole).length < all.length);
  let emptyAnswers = findOpen(all, whole).length === all.length ? 1 : 0;
  for (let number = 1; number <= MOST_PARTS && waiting.length > 0 && emptyAnswers < MAX_EMPTY_ANSWERS; number += 1) {
    const [entries = [], ...others] = waiting;
    try {
      const part = withoutOpen(await requestPart(number, narrowQuestion(question, entries)));
      whole = joinParts(whole, part);
      const left = findOpen(entries, whole);
      emptyAnswers = left.length === entries.length ? emptyAnswers + 1 : 0;
      // A single day that does not fit will not fit again.
      waiting = [
        ...(left.length === 1 && entries.length === 1 ? [] : splitEntries(left, left.length < entries.length)),
        ...others,
      ];
    } catch (error) {
      if (!(error instanceof ChatError)) throw error;
      failure = error;
      break;
    }
  }
  const open = findOpen(all, whole);
  if (open.length === all.length) throw failure;
  const { message } = failure;
  const errors = open.map((entry): FoundError => {
    const location =
      question.kind === 'fundamental' ? { date: null, field: entry } : { date: findDay(question, entry), field: null };
    return { ...location, error: message, repairable: false };
  });
  return completeAnswer(question, { ...whole, errors: [...whole.errors, ...errors] }, undefined);
}

/** Open entries are reported once, at the end. */
function withoutOpen(parts: AnswerParts): AnswerParts {
  const has = ({ date, field }: FoundError): boolean =>
    (date !== null && parts.days.has(date)) || (date === null && field === 'outlook');
  return { ...parts, errors: parts.errors.filter(has) };
}

function findOpen(entries: readonly string[], { days, items }: AnswerParts): string[] {
  const known = new Set<string>([...days.keys(), ...items.keys()]);
  return entries.filter((entry) => !known.has(entry));
}

/** One part if some of a larger one fitted already, else two. */
function splitEntries(entries: readonly string[], someFitted: boolean): string[][] {
  if (entries.length === 0) return [];
  const size = someFitted ? entries.length : Math.ceil(entries.length / 2);
  return [entries.slice(0, size), entries.slice(size)].filter((part) => part.length > 0);
}

function joinParts(one: AnswerParts, other: AnswerParts): AnswerParts {
  const outlook = one.outlook ?? other.outlook;
  const errors = [...one.errors, ...other.errors];
  return {
    days: new Map([...other.days, ...one.days]),
    rest: new Map([...other.rest, ...one.rest]),
    outlook,
    items: new Map([...other.items, ...one.items]),
    errors: outlook === null ? errors : errors.filter(({ field }) => field !== 'outlook'),
  };
}

function findDay(question: AiQuestion, entry: string) {
  const days = question.kind === 'daily' ? question.days : question.kind === 'weekly' ? question.weeks : [];
  return days.find((day) => day === entry) ?? null;
}
