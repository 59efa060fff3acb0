import { completeAnswer } from '../answers/complete-answer';
import type { AnswerParts, FoundFault } from '../answers/read-answer';
import { ChatFault } from '../chat/chat-fault';
import type { ModelAnswer } from '../domain/answer';
import { entriesAsked, narrowQuestion } from '../domain/narrow-question';
import type { AiQuestion } from '../domain/question';

/** Calls for what a cut answer left open, at most. */
const MOST_PARTS = 8;

/** Answers in a row without one whole entry, after which not even a single entry would fit. */
const MOST_BARREN = 2;

/**
 * Completes an answer that was cut at its longest: what is whole in it stays, the rest is asked in halves, and these in halves
 * again where they are cut too. Days after the cut are not repaired otherwise: each call is paid.
 * @param cut What is whole in the cut answer.
 * @param askPart Asks about some of the entries; `number` counts the calls from 1.
 * @throws ChatFault `answer_truncated` where nothing came of it; other faults where the first part meets them.
 */
export async function answerInParts(
  question: AiQuestion,
  cut: AnswerParts,
  askPart: (number: number, part: AiQuestion) => Promise<AnswerParts>,
): Promise<ModelAnswer> {
  const all = entriesAsked(question);
  let whole = withoutOpen(cut);
  let fault = new ChatFault('answer_truncated');
  let waiting = halvesOf(openOf(all, whole), openOf(all, whole).length < all.length);
  let barren = openOf(all, whole).length === all.length ? 1 : 0;
  for (let number = 1; number <= MOST_PARTS && waiting.length > 0 && barren < MOST_BARREN; number += 1) {
    const [entries = [], ...others] = waiting;
    try {
      const part = withoutOpen(await askPart(number, narrowQuestion(question, entries)));
      whole = joined(whole, part);
      const left = openOf(entries, whole);
      barren = left.length === entries.length ? barren + 1 : 0;
      // A single day that does not fit will not fit again.
      waiting = [
        ...(left.length === 1 && entries.length === 1 ? [] : halvesOf(left, left.length < entries.length)),
        ...others,
      ];
    } catch (error) {
      if (!(error instanceof ChatFault)) throw error;
      fault = error;
      break;
    }
  }
  const open = openOf(all, whole);
  if (open.length === all.length) throw fault;
  const { message } = fault;
  const faults = open.map((entry): FoundFault => {
    const place =
      question.kind === 'fundamental' ? { date: null, field: entry } : { date: dayOf(question, entry), field: null };
    return { ...place, error: message, mendable: false };
  });
  return completeAnswer(question, { ...whole, faults: [...whole.faults, ...faults] }, undefined);
}

/** What is open is told at the end, once. */
function withoutOpen(parts: AnswerParts): AnswerParts {
  const has = ({ date, field }: FoundFault): boolean =>
    (date !== null && parts.days.has(date)) || (date === null && field === 'outlook');
  return { ...parts, faults: parts.faults.filter(has) };
}

function openOf(entries: readonly string[], { days, items }: AnswerParts): string[] {
  const known = new Set<string>([...days.keys(), ...items.keys()]);
  return entries.filter((entry) => !known.has(entry));
}

/** One part where some of a larger one fitted already, else two. */
function halvesOf(entries: readonly string[], someFitted: boolean): string[][] {
  if (entries.length === 0) return [];
  const size = someFitted ? entries.length : Math.ceil(entries.length / 2);
  return [entries.slice(0, size), entries.slice(size)].filter((part) => part.length > 0);
}

function joined(one: AnswerParts, other: AnswerParts): AnswerParts {
  const outlook = one.outlook ?? other.outlook;
  const faults = [...one.faults, ...other.faults];
  return {
    days: new Map([...other.days, ...one.days]),
    rest: new Map([...other.rest, ...one.rest]),
    outlook,
    items: new Map([...other.items, ...one.items]),
    faults: outlook === null ? faults : faults.filter(({ field }) => field !== 'outlook'),
  };
}

function dayOf(question: AiQuestion, entry: string) {
  const days = question.kind === 'daily' ? question.days : question.kind === 'weekly' ? question.weeks : [];
  return days.find((day) => day === entry) ?? null;
}
