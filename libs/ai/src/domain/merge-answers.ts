import type { CalendarDay } from '#lib/kernel';
import type { Judgement } from '#lib/tracking';
import type { AnswerFault, DatedJudgement, JudgedItem, ModelAnswer, Outlook } from './answer';

/** A model and what it said; null where its calls got no answer. */
export interface ModelReply {
  model: string;
  answer: ModelAnswer | null;
}

/** What several models together say. */
export interface MergedAnswer {
  judgements: readonly DatedJudgement[];
  consensus: Outlook | null;
  items: readonly JudgedItem[];
  errors: readonly AnswerFault[];
}

/** The fields that are voted on, as request bodies spell them; a note is nobody's to agree with. */
const VOTED = {
  supplyDemand: 'supply_demand',
  alignFlag: 'align_flag',
  primaryPhaseHint: 'primary_phase_hint',
  cycleSubTags: 'cycle_sub_tags',
  cycleEvents: 'cycle_events',
} as const satisfies Partial<Record<keyof Judgement, string>>;
type VotedField = keyof typeof VOTED;
const VOTED_FIELDS = Object.keys(VOTED) as VotedField[];

const LONGEST_NOTE = 20_000;

interface Vote<Value> {
  model: string;
  value: Value;
}

/**
 * Merges the models' answers. A field is what a strict majority of its voters says, tags and events compared as sets; without
 * one it is the first voter's, and the note says who disagreed. A model votes on what it answered: not when its calls failed,
 * not on a day that it left out, not on a field that was dropped from its answer.
 *
 * The note is that of the first model whose fields are nearest to what is written. Consensus is the strict majority of the
 * outlooks, null without one. The same replies in the same order always give the same answer.
 */
export function mergeAnswers(replies: readonly ModelReply[]): MergedAnswer {
  const answers = replies.flatMap(({ model, answer }) => (answer === null ? [] : [{ model, answer }]));
  const dates = [...new Set(answers.flatMap(({ answer }) => answer.judgements.map(({ date }) => date)))].sort();
  const outlooks = answers.flatMap(({ model, answer }) =>
    answer.outlook === null ? [] : [{ model, value: answer.outlook }],
  );
  const keys = [...new Set(answers.flatMap(({ answer }) => answer.items.map(({ key }) => key)))];
  return {
    judgements: dates.map((date) => mergeDay(date, answers)),
    consensus: majority(outlooks, (value) => value)?.value ?? null,
    items: keys.map((key) => mergeItem(key, answers)),
    errors: answers.flatMap(({ model, answer }) =>
      answer.errors.map((fault) => (replies.length === 1 ? fault : { ...fault, error: `${model}: ${fault.error}` })),
    ),
  };
}

type Answered = { model: string; answer: ModelAnswer };

function mergeDay(date: CalendarDay, answers: readonly Answered[]): DatedJudgement {
  const voters = answers.flatMap(({ model, answer }) => {
    const judgement = answer.judgements.find((one) => one.date === date)?.judgement;
    const dropped = new Set(answer.errors.filter((fault) => fault.date === date).map(({ field }) => field));
    return judgement === undefined ? [] : [{ model, judgement, dropped }];
  });
  const merged: Record<string, unknown> = {};
  const disagreements: string[] = [];
  for (const field of VOTED_FIELDS) {
    const votes = voters
      .filter(({ dropped }) => !dropped.has(VOTED[field]))
      .map(({ model, judgement }) => ({ model, value: judgement[field] }));
    const agreed = majority(votes, nameOf);
    const first = agreed ?? votes[0];
    merged[field] = first?.value ?? voters[0]?.judgement[field] ?? null;
    if (agreed === undefined && votes.length > 1) disagreements.push(disagreement(VOTED[field], votes, nameOf));
  }
  const nearness = voters.map(
    ({ judgement }) => VOTED_FIELDS.filter((field) => nameOf(judgement[field]) === nameOf(merged[field])).length,
  );
  const note = voters[nearness.indexOf(Math.max(...nearness))]?.judgement.evidenceNote ?? null;
  return {
    date,
    judgement: { ...(merged as Omit<Judgement, 'evidenceNote'>), evidenceNote: withNotes(note, disagreements) },
  };
}

function mergeItem(key: string, answers: readonly Answered[]): JudgedItem {
  const voters = answers.flatMap(({ model, answer }) => {
    const item = answer.items.find((one) => one.key === key);
    return item === undefined ? [] : [{ model, value: item }];
  });
  const agreed = majority(voters, (item) => String(item.point));
  const chosen = (agreed ?? voters[0])?.value ?? { key, point: false, reason: '' };
  if (agreed !== undefined || voters.length < 2) return chosen;
  const split = disagreement(key, voters, (item) => (item.point ? '得分' : '不得分'));
  return { ...chosen, reason: withNotes(chosen.reason, [split]) ?? '' };
}

/** The first vote for the value that more than half of the votes are for. */
function majority<Value>(votes: readonly Vote<Value>[], name: (value: Value) => string): Vote<Value> | undefined {
  return votes.find(
    ({ value }) => votes.filter((other) => name(other.value) === name(value)).length * 2 > votes.length,
  );
}

function disagreement<Value>(field: string, votes: readonly Vote<Value>[], name: (value: Value) => string): string {
  return `${field}（${votes.map(({ model, value }) => `${model}：${name(value)}`).join('；')}）`;
}

/** How a value counts and reads: a list is a set. */
function nameOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '无' : [...(value as string[])].sort().join('+');
  return typeof value === 'string' ? value : '无';
}

/** The disagreement always fits: the note in front of it is cut. */
function withNotes(note: string | null, disagreements: readonly string[]): string | null {
  if (disagreements.length === 0) return note;
  const line = `模型意见不一，取第一个模型的值：${disagreements.join('，')}。`;
  const room = LONGEST_NOTE - [...line].length - 1;
  return note === null || note === '' ? line : `${[...note].slice(0, room).join('')}\n${line}`;
}
