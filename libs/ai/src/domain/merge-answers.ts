import type { CalendarDay } from '#lib/kernel';
import type { Judgement, SubTag } from '#lib/tracking';
import {
  type AnswerError,
  type DatedJudgement,
  type ItemJudgement,
  LONGEST_NOTE,
  type ModelAnswer,
  type Outlook,
} from './answer';
import { MAX_TAGS_A_DAY } from './rules/thresholds';

/** A model and its answer; null if its calls got none. */
export interface AnswerToMerge {
  model: string;
  answer: ModelAnswer | null;
}

/** The merged answer of several models. */
export interface MergedAnswer {
  judgements: readonly DatedJudgement[];
  consensus: Outlook | null;
  items: readonly ItemJudgement[];
  errors: readonly AnswerError[];
}

/** The fields that are voted on, as request bodies spell them; notes are not voted on. */
const VOTED = {
  supplyDemand: 'supply_demand',
  alignFlag: 'align_flag',
  primaryPhaseHint: 'primary_phase_hint',
  cycleSubTags: 'cycle_sub_tags',
  cycleEvents: 'cycle_events',
} as const satisfies Partial<Record<keyof Judgement, string>>;
type VotedField = keyof typeof VOTED;
const VOTED_FIELDS = Object.keys(VOTED) as VotedField[];

const LONGEST_OTHER_NOTE = 500;

interface Vote<Value> {
  model: string;
  value: Value;
}

/**
 * Merges the models' answers. A field is the value of a strict majority of the configured models, events compared as sets, each
 * tag for itself; without one it is the first voter's, and the note lists the others' values. A model votes on what it
 * answered: not when its calls failed, not on a day that it left out, not on a field of which nothing could be used. It
 * counts all the same.
 *
 * The note is that of the first model whose fields are nearest to what is written. Consensus is the strict majority of the
 * outlooks, null without one. The same answers in the same order always give the same result.
 * @param configured How many models could have answered; left out: as many as there are answers.
 */
export function mergeAnswers(answers: readonly AnswerToMerge[], configured = answers.length): MergedAnswer {
  const given = answers.flatMap(({ model, answer }) => (answer === null ? [] : [{ model, answer }]));
  const dates = [...new Set(given.flatMap(({ answer }) => answer.judgements.map(({ date }) => date)))].sort();
  const outlooks = given.flatMap(({ model, answer }) =>
    answer.outlook === null ? [] : [{ model, value: answer.outlook }],
  );
  const keys = [...new Set(given.flatMap(({ answer }) => answer.items.map(({ key }) => key)))];
  return {
    judgements: dates.map((date) => mergeDay(date, given, configured)),
    consensus: majority(outlooks, (value) => value, configured)?.value ?? null,
    items: keys.map((key) => mergeItem(key, given, configured)),
    errors: given.flatMap(({ model, answer }) =>
      answer.errors.map((error) => (answers.length === 1 ? error : { ...error, error: `${model}: ${error.error}` })),
    ),
  };
}

type Answered = { model: string; answer: ModelAnswer };

interface Voter {
  model: string;
  judgement: Judgement;
  /** Fields of which something could not be used. */
  faulty: ReadonlySet<string | null>;
}

function mergeDay(date: CalendarDay, answers: readonly Answered[], configured: number): DatedJudgement {
  const voters = answers.flatMap(({ model, answer }): Voter[] => {
    const judgement = answer.judgements.find((one) => one.date === date)?.judgement;
    const invalidFields = new Set(answer.errors.filter((error) => error.date === date).map(({ field }) => field));
    return judgement === undefined ? [] : [{ model, judgement, faulty: invalidFields }];
  });
  const { merged, disagreements } = mergeFields(voters, configured);
  const nearness = voters.map(
    ({ judgement }) => VOTED_FIELDS.filter((field) => toText(judgement[field]) === toText(merged[field])).length,
  );
  const nearest = voters[nearness.indexOf(Math.max(...nearness))];
  const note = withNotes(nearest?.judgement.evidenceNote ?? null, [
    ...(disagreements.length === 0 ? [] : [`模型意见不一，取第一个模型的值：${disagreements.join('，')}。`]),
    ...(disagreements.length === 0 ? [] : selectOtherNote(voters, nearest)),
    ...tooFewWords(voters, configured),
  ]);
  return { date, judgement: { ...merged, evidenceNote: note } };
}

type VotedValues = Omit<Judgement, 'evidenceNote'>;

function mergeFields(voters: readonly Voter[], configured: number): { merged: VotedValues; disagreements: string[] } {
  const merged: Record<string, unknown> = {};
  const disagreements: string[] = [];
  for (const field of VOTED_FIELDS) {
    const votes = voters
      .filter(({ judgement, faulty: invalidFields }) => !invalidFields.has(VOTED[field]) || !isEmpty(judgement[field]))
      .map(({ model, judgement }) => ({ model, value: judgement[field] }));
    if (field === 'cycleSubTags') {
      const { tags, open } = mergeTags(votes as readonly Vote<readonly SubTag[]>[], configured);
      merged[field] = tags;
      if (open.length > 0) {
        const ofOpen = (value: unknown) => toText(open.filter((tag) => (value as readonly SubTag[]).includes(tag)));
        disagreements.push(disagreement(VOTED[field], votes, ofOpen));
      }
      continue;
    }
    const agreed = majority(votes, toText, configured);
    const first = agreed ?? votes[0];
    // A null that won is a value; only without any vote the first model's checked value stands.
    merged[field] = first === undefined ? (voters[0]?.judgement[field] ?? null) : first.value;
    if (agreed === undefined && isSplit(votes, toText)) disagreements.push(disagreement(VOTED[field], votes, toText));
  }
  return { merged: merged as VotedValues, disagreements };
}

/**
 * Each tag for itself: in if more than half of the configured models name it, out if more than half leave it out, else as
 * the first voter has it. Those that most name come first. `open` are the tags on which the voters differ without a majority.
 */
function mergeTags(votes: readonly Vote<readonly SubTag[]>[], configured: number): { tags: SubTag[]; open: SubTag[] } {
  const named = [...new Set(votes.flatMap(({ value }) => value))].map((tag) => ({
    tag,
    count: votes.filter(({ value }) => value.includes(tag)).length,
  }));
  const isDecided = (count: number) => Math.max(count, votes.length - count) * 2 > configured;
  const first = votes[0]?.value ?? [];
  const kept = named.filter(({ tag, count }) => (isDecided(count) ? count * 2 > configured : first.includes(tag)));
  return {
    tags: kept
      .sort((one, other) => other.count - one.count)
      .slice(0, MAX_TAGS_A_DAY)
      .map(({ tag }) => tag),
    open: named.filter(({ count }) => !isDecided(count) && count < votes.length).map(({ tag }) => tag),
  };
}

/** Of two that differ, the note of the one whose values are not written is kept: its call was paid for. */
function selectOtherNote(voters: readonly Voter[], nearest: Voter | undefined): string[] {
  const other = voters.length === 2 ? voters.find((voter) => voter !== nearest) : undefined;
  const note = other?.judgement.evidenceNote ?? null;
  if (other === undefined || note === null || note === nearest?.judgement.evidenceNote) return [];
  const points = [...note];
  const cut = points.length > LONGEST_OTHER_NOTE ? `${points.slice(0, LONGEST_OTHER_NOTE).join('')}…` : note;
  return [`${other.model} 的依据：${cut}`];
}

/** If the models that answered can be no majority, whatever their values. */
function tooFewWords(voters: readonly { model: string }[], configured: number): string[] {
  if (voters.length === 0 || voters.length * 2 > configured) return [];
  const models = voters.map(({ model }) => model).join('、');
  return [`所配置的 ${configured} 个模型中只有 ${models} 作答，不足多数。`];
}

function mergeItem(key: string, answers: readonly Answered[], configured: number): ItemJudgement {
  const voters = answers.flatMap(({ model, answer }) => {
    const item = answer.items.find((one) => one.key === key);
    return item === undefined ? [] : [{ model, value: item }];
  });
  const mergePoint = (item: ItemJudgement) => String(item.point);
  const agreed = majority(voters, mergePoint, configured);
  const chosen = (agreed ?? voters[0])?.value ?? { key, point: null, reason: '' };
  if (agreed !== undefined || !isSplit(voters, mergePoint)) return chosen;
  const split = disagreement(key, voters, ({ point }) => (point === null ? '无法判断' : point ? '得分' : '不得分'));
  return { ...chosen, reason: withNotes(chosen.reason, [`模型意见不一，取第一个模型的值：${split}。`]) ?? '' };
}

/** The first vote for the value that more than half of the configured models are for. */
function majority<Value>(
  votes: readonly Vote<Value>[],
  name: (value: Value) => string,
  configured: number,
): Vote<Value> | undefined {
  return votes.find(({ value }) => votes.filter((other) => name(other.value) === name(value)).length * 2 > configured);
}

function isSplit<Value>(votes: readonly Vote<Value>[], name: (value: Value) => string): boolean {
  return new Set(votes.map(({ value }) => name(value))).size > 1;
}

function disagreement<Value>(field: string, votes: readonly Vote<Value>[], name: (value: Value) => string): string {
  return `${field}（${votes.map(({ model, value }) => `${model}：${name(value)}`).join('；')}）`;
}

/** How a value counts and reads: a list is a set. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '无' : [...(value as string[])].sort().join('+');
  return typeof value === 'string' ? value : '无';
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** The text about the merge always fits: the note in front of it is cut. */
function withNotes(note: string | null, lines: readonly string[]): string | null {
  if (lines.length === 0) return note;
  const statements = lines.join('\n');
  const room = LONGEST_NOTE - [...statements].length - 1;
  return note === null || note === '' ? statements : `${[...note].slice(0, room).join('')}\n${statements}`;
}
