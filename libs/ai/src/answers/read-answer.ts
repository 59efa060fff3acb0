import { type CalendarDay, mondayOf, parseCalendarDay } from '#lib/kernel';
import { AI_CONSENSUS, type Judgement } from '#lib/tracking';
import type { AnswerError, ItemJudgement, Outlook } from '../domain/answer';
import { findDayContradictions, findWeekContradictions } from '../domain/event-gates';
import type { AiQuestion, DailyQuestion, WeeklyQuestion } from '../domain/question';
import { ANSWER_FIELD_KEYS, ANSWER_FIELDS, type FieldResult } from './answer-fields';
import { JUDGEMENT_LIST } from './answer-schema';
import { cleanText } from './clean-text';
import { isObject } from './extract-object';

const LONGEST_REASON = 500;

/** An error, and whether a repair call could fix it: what was not requested needs no repair. */
export interface FoundError extends AnswerError {
  repairable: boolean;
}

/** What stood in an answer and may be used, and what may not. */
export interface AnswerParts {
  days: ReadonlyMap<CalendarDay, Partial<Judgement>>;
  /** What is left of invalid fields: it is kept if a repair brings nothing better. */
  rest: ReadonlyMap<CalendarDay, Partial<Judgement>>;
  outlook: Outlook | null;
  items: ReadonlyMap<string, ItemJudgement>;
  errors: readonly FoundError[];
}

const NOTHING = { days: new Map(), rest: new Map(), outlook: null, items: new Map() };

/** An answer of which nothing can be used. */
export function unusable(error: string): AnswerParts {
  return { ...NOTHING, errors: [toFoundError(null, null, error)] };
}

/**
 * Checks a model's object against the question: the stock, the requested days or items, the allowed terms. Only what is listed
 * here gets through; everything else in the object is passed over. Never throws, whatever the object holds.
 */
export function readAnswer(question: AiQuestion, object: Readonly<Record<string, unknown>>): AnswerParts {
  if (codeIn(own(object, 'code')) !== question.session.code) return unusable('the answer is about another stock');
  const errors: FoundError[] = [];
  if (question.kind === 'fundamental') {
    return { ...NOTHING, items: readItems(question.items, own(object, 'items'), errors), errors };
  }
  const { days, rest } = readDays(question, own(object, JUDGEMENT_LIST[question.kind]), errors);
  return {
    days,
    rest,
    outlook: question.kind === 'weekly' ? readOutlook(object, errors) : null,
    items: new Map(),
    errors,
  };
}

type Days = Map<CalendarDay, Partial<Judgement>>;

function readDays(
  question: DailyQuestion | WeeklyQuestion,
  list: unknown,
  errors: FoundError[],
): { days: Days; rest: Days } {
  const requested = question.kind === 'daily' ? question.days : question.weeks;
  const days: Days = new Map();
  const rest: Days = new Map();
  let others = 0;
  for (const entry of Array.isArray(list) ? (list as unknown[]) : []) {
    const day = isObject(entry) ? dayIn(own(entry, 'date')) : undefined;
    // A week is meant by any of its days: the running one ends on a day that has no bar yet.
    const known = requested.find((one) => one === day || (question.kind === 'weekly' && liesInWeek(day, one)));
    if (!isObject(entry) || known === undefined || days.has(known)) {
      others += 1;
      continue;
    }
    const read = readJudgement(question, known, entry, errors);
    days.set(known, read.whole);
    rest.set(known, read.left);
  }
  if (others > 0)
    errors.push(toFoundError(null, 'date', 'the answer holds days that were not asked for, or one twice', false));
  for (const day of requested)
    if (!days.has(day)) errors.push(toFoundError(day, null, 'the answer has no judgement of it'));
  return { days, rest };
}

function readJudgement(
  question: DailyQuestion | WeeklyQuestion,
  day: CalendarDay,
  entry: Readonly<Record<string, unknown>>,
  errors: FoundError[],
): { whole: Partial<Judgement>; left: Partial<Judgement> } {
  const whole: Partial<Record<keyof Judgement, unknown>> = {};
  const left: Partial<Record<keyof Judgement, unknown>> = {};
  for (const key of ANSWER_FIELD_KEYS) {
    const field = ANSWER_FIELDS[key];
    const value = own(entry, field.name);
    const result: FieldResult<unknown> = value === undefined ? { error: 'is missing' } : field.read(value);
    if ('value' in result) whole[key] = result.value;
    else if (result.left !== undefined) left[key] = result.left;
    if ('error' in result) errors.push(toFoundError(day, field.name, result.error));
    else if (result.surplus !== undefined) errors.push(toFoundError(day, field.name, result.surplus, false));
  }
  return withoutContradictions(question, day, whole as Partial<Judgement>, left as Partial<Judgement>, errors);
}

/**
 * An event that the bars contradict makes the field invalid: the repair message names the reason, the rest is kept
 * meanwhile.
 */
function withoutContradictions(
  question: DailyQuestion | WeeklyQuestion,
  day: CalendarDay,
  whole: Partial<Judgement>,
  left: Partial<Judgement>,
  errors: FoundError[],
): { whole: Partial<Judgement>; left: Partial<Judgement> } {
  const values = whole.cycleEvents ?? left.cycleEvents ?? [];
  const contradictionsOf = question.kind === 'daily' ? findDayContradictions : findWeekContradictions;
  const contradictions = contradictionsOf(question.bars, day, values);
  if (contradictions.length === 0) return { whole, left };
  const { cycleEvents: _, ...others } = whole;
  const reasons = contradictions.map(({ event, reason }) => `${event}: ${reason}`).join('; ');
  errors.push(toFoundError(day, 'cycle_events', `is contradicted by the bar (${reasons})`));
  const possible = values.filter((event) => contradictions.every((one) => one.event !== event));
  return { whole: others, left: { ...left, cycleEvents: possible } };
}

/** A stock's code as text; numbers lose their zeros, and models write codes as numbers. */
function codeIn(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^\d{1,6}$/.test(text) ? text.padStart(6, '0') : undefined;
}

const DATE = /^(\d{4})(?:(\d\d)(\d\d)|([-/.年])(\d{1,2})[-/.月](\d{1,2})日?)$/;

/** A day in one of the spellings with the year first, which can be read in one way only. */
function dayIn(value: unknown): CalendarDay | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  const parts = typeof text === 'string' ? DATE.exec(text.trim()) : null;
  if (parts === null) return undefined;
  const [, year = '', month, day, , otherMonth = '', otherDay = ''] = parts;
  return parseCalendarDay(`${year}-${(month ?? otherMonth).padStart(2, '0')}-${(day ?? otherDay).padStart(2, '0')}`);
}

function liesInWeek(day: CalendarDay | undefined, weekEnd: CalendarDay): boolean {
  return day !== undefined && mondayOf(day) === mondayOf(weekEnd);
}

function readOutlook(object: Readonly<Record<string, unknown>>, errors: FoundError[]): Outlook | null {
  const value = own(object, 'outlook');
  const outlook = AI_CONSENSUS.find((word) => word === value);
  if (outlook === undefined) errors.push(toFoundError(null, 'outlook', `is none of ${AI_CONSENSUS.join(', ')}`));
  return outlook ?? null;
}

function readItems(
  requested: readonly { key: string }[],
  list: unknown,
  errors: FoundError[],
): Map<string, ItemJudgement> {
  const entries = (Array.isArray(list) ? (list as unknown[]) : []).filter(isObject);
  const items = new Map<string, ItemJudgement>();
  for (const { key } of requested) {
    const entry = entries.find((one) => own(one, 'key') === key);
    const point = entry === undefined ? undefined : own(entry, 'point');
    const reason = entry === undefined ? undefined : own(entry, 'reason');
    if (typeof point !== 'boolean' && point !== null) {
      errors.push(toFoundError(null, key, 'the answer has no yes, no or null for it'));
      continue;
    }
    const text = typeof reason === 'string' ? cleanText(reason, LONGEST_REASON) : null;
    items.set(key, { key, point, reason: text ?? '' });
  }
  if (entries.length > items.size && entries.some((one) => !requested.some(({ key }) => key === own(one, 'key')))) {
    errors.push(toFoundError(null, 'key', 'the answer holds items that were not asked for', false));
  }
  return items;
}

function toFoundError(date: CalendarDay | null, field: string | null, error: string, repairable = true): FoundError {
  return { date, field, error, repairable };
}

function own(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
