import { type CalendarDay, parseCalendarDay } from '#lib/kernel';
import { AI_CONSENSUS, type Judgement } from '#lib/tracking';
import type { AnswerFault, JudgedItem, Outlook } from '../domain/answer';
import type { AiQuestion } from '../domain/question';
import { ANSWER_FIELD_KEYS, ANSWER_FIELDS } from './answer-fields';
import { JUDGEMENT_LIST } from './answer-schema';
import { cleanText } from './clean-text';
import { isObject } from './extract-object';

const LONGEST_REASON = 500;

/** A fault, and whether asking again could mend it: what was not asked for needs no mending. */
export interface FoundFault extends AnswerFault {
  mendable: boolean;
}

/** What stood in an answer and may be used, and what may not. */
export interface AnswerParts {
  days: ReadonlyMap<CalendarDay, Partial<Judgement>>;
  outlook: Outlook | null;
  items: ReadonlyMap<string, JudgedItem>;
  faults: readonly FoundFault[];
}

/** An answer of which nothing can be used. */
export function unusable(error: string): AnswerParts {
  return { days: new Map(), outlook: null, items: new Map(), faults: [fault(null, null, error)] };
}

/**
 * Holds a model's object against the question: the stock, the days or items asked for, the words allowed. Only what is listed
 * here gets through; everything else in the object is passed over. Never throws, whatever the object holds.
 */
export function readAnswer(question: AiQuestion, object: Readonly<Record<string, unknown>>): AnswerParts {
  if (own(object, 'code') !== question.session.code) return unusable('the answer is about another stock');
  const faults: FoundFault[] = [];
  if (question.kind === 'fundamental') {
    const items = readItems(question.items, own(object, 'items'), faults);
    return { days: new Map(), outlook: null, items, faults };
  }
  const asked = question.kind === 'daily' ? question.days : question.weeks;
  const days = readDays(asked, own(object, JUDGEMENT_LIST[question.kind]), faults);
  return { days, outlook: question.kind === 'weekly' ? readOutlook(object, faults) : null, items: new Map(), faults };
}

function readDays(
  asked: readonly CalendarDay[],
  list: unknown,
  faults: FoundFault[],
): Map<CalendarDay, Partial<Judgement>> {
  const days = new Map<CalendarDay, Partial<Judgement>>();
  const wanted = new Set<unknown>(asked);
  let others = 0;
  for (const entry of Array.isArray(list) ? (list as unknown[]) : []) {
    const text = isObject(entry) ? own(entry, 'date') : undefined;
    const day = typeof text === 'string' ? parseCalendarDay(text) : undefined;
    if (!isObject(entry) || day === undefined || !wanted.has(day) || days.has(day)) others += 1;
    else days.set(day, readJudgement(day, entry, faults));
  }
  if (others > 0)
    faults.push(fault(null, 'date', 'the answer holds days that were not asked for, or one twice', false));
  for (const day of asked) if (!days.has(day)) faults.push(fault(day, null, 'the answer has no judgement of it'));
  return days;
}

function readJudgement(
  day: CalendarDay,
  entry: Readonly<Record<string, unknown>>,
  faults: FoundFault[],
): Partial<Judgement> {
  const judgement: Partial<Record<keyof Judgement, unknown>> = {};
  for (const key of ANSWER_FIELD_KEYS) {
    const field = ANSWER_FIELDS[key];
    const value = own(entry, field.name);
    const reading = value === undefined ? { error: 'is missing' } : field.read(value);
    if ('value' in reading) judgement[key] = reading.value;
    else faults.push(fault(day, field.name, reading.error));
  }
  return judgement as Partial<Judgement>;
}

function readOutlook(object: Readonly<Record<string, unknown>>, faults: FoundFault[]): Outlook | null {
  const value = own(object, 'outlook');
  const outlook = AI_CONSENSUS.find((word) => word === value);
  if (outlook === undefined) faults.push(fault(null, 'outlook', `is none of ${AI_CONSENSUS.join(', ')}`));
  return outlook ?? null;
}

function readItems(asked: readonly { key: string }[], list: unknown, faults: FoundFault[]): Map<string, JudgedItem> {
  const entries = (Array.isArray(list) ? (list as unknown[]) : []).filter(isObject);
  const items = new Map<string, JudgedItem>();
  for (const { key } of asked) {
    const entry = entries.find((one) => own(one, 'key') === key);
    const point = entry === undefined ? undefined : own(entry, 'point');
    const reason = entry === undefined ? undefined : own(entry, 'reason');
    if (typeof point !== 'boolean' && point !== null) {
      faults.push(fault(null, key, 'the answer has no yes, no or null for it'));
      continue;
    }
    const text = typeof reason === 'string' ? cleanText(reason, LONGEST_REASON) : null;
    items.set(key, { key, point, reason: text ?? '' });
  }
  if (entries.length > items.size && entries.some((one) => !asked.some(({ key }) => key === own(one, 'key')))) {
    faults.push(fault(null, 'key', 'the answer holds items that were not asked for', false));
  }
  return items;
}

function fault(date: CalendarDay | null, field: string | null, error: string, mendable = true): FoundFault {
  return { date, field, error, mendable };
}

function own(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
