import {
  ALIGN_FLAGS,
  CYCLE_EVENT_NAMES,
  type CycleEvent,
  type Judgement,
  MAX_EVENTS,
  MAX_NOTE_LENGTH,
  MAX_SUB_TAGS,
  PRIMARY_PHASES,
  SUB_TAGS,
  type SubTag,
  SUPPLY_DEMAND,
} from '#lib/tracking';
import { isFactTag } from '../domain/fact-tags';
import { EVENT_ORDER } from '../domain/rules/thresholds';
import { cleanText } from './clean-text';

/** Other names of events that models use, and clients may not. */
const EVENT_ALIASES: Readonly<Record<string, CycleEvent>> = { JOC: 'JAC', BUEC: 'BU', mSOS: 'SOS', mSOW: 'SOW' };

/**
 * A field's value, or why it has none: sentences of ours without the model's text. `surplus` names what was left out of a value
 * that is kept; `left` is what remains of an invalid one, if a repair brings nothing better.
 */
export type FieldResult<Value> = { value: Value; surplus?: string } | { error: string; left?: Value };

/** One field of a judgement in an answer: its name there, and its reading. */
interface AnswerField<Key extends keyof Judgement> {
  name: string;
  read(value: unknown): FieldResult<Judgement[Key]>;
  /** Of JSON Schema. */
  schema: object;
}

const NO_LIST = { error: 'is not a list' };
const UNKNOWN_WORD = 'holds a word that is not in the vocabulary';

export const ANSWER_FIELDS: { readonly [Key in keyof Judgement]: AnswerField<Key> } = {
  supplyDemand: enumField('supply_demand', SUPPLY_DEMAND),
  alignFlag: enumField('align_flag', ALIGN_FLAGS),
  primaryPhaseHint: enumField('primary_phase_hint', PRIMARY_PHASES),
  cycleSubTags: tagsField(),
  cycleEvents: eventsField(),
  evidenceNote: {
    name: 'evidence_note',
    schema: { type: 'string' },
    read(value) {
      if (value === null) return { value: null };
      return typeof value === 'string' ? { value: cleanText(value, MAX_NOTE_LENGTH) } : { error: 'is not text' };
    },
  },
};

export const ANSWER_FIELD_KEYS = Object.keys(ANSWER_FIELDS) as (keyof Judgement)[];

function enumField<Word extends string>(name: string, words: readonly Word[]) {
  return {
    name,
    schema: { type: ['string', 'null'], enum: [...words, null] },
    read(value: unknown): FieldResult<Word | null> {
      const word = value === null ? null : words.find((one) => one === value);
      return word === undefined ? { error: `is none of ${words.join(', ')}, null` } : { value: word };
    },
  };
}

/** Facts come from the data, so they are not requested; if a model names one, it is neither taken nor an error. */
function tagsField() {
  const offered = SUB_TAGS.filter((tag) => !isFactTag(tag));
  return {
    name: 'cycle_sub_tags',
    schema: listSchema(offered),
    read(value: unknown): FieldResult<readonly SubTag[]> {
      const words = readWords(value, SUB_TAGS, {});
      if (words === undefined) return NO_LIST;
      const known = words.known.filter((tag) => !isFactTag(tag));
      const kept = known.slice(0, MAX_SUB_TAGS);
      if (words.unknown > 0) return { value: kept, surplus: UNKNOWN_WORD };
      return kept.length === known.length
        ? { value: kept }
        : { value: kept, surplus: `holds more than ${MAX_SUB_TAGS} words` };
    },
  };
}

/** More than two events are the two that come first in the order of the rules: structural ones before effort. */
function eventsField() {
  return {
    name: 'cycle_events',
    schema: listSchema(CYCLE_EVENT_NAMES),
    read(value: unknown): FieldResult<readonly CycleEvent[]> {
      const words = readWords(value, CYCLE_EVENT_NAMES, EVENT_ALIASES);
      if (words === undefined) return NO_LIST;
      const { known, unknown } = words;
      const isMore = known.length > MAX_EVENTS;
      const kept = isMore ? EVENT_ORDER.filter((event) => known.includes(event)).slice(0, MAX_EVENTS) : known;
      if (unknown > 0) return { error: UNKNOWN_WORD, left: kept };
      return isMore ? { value: kept, surplus: `holds more than ${MAX_EVENTS} words` } : { value: kept };
    },
  };
}

function listSchema(words: readonly string[]) {
  return { type: 'array', items: { type: 'string', enum: [...words] } };
}

/** A set of terms, repeats counted once; null is the empty set, as models write it if they are unsure. */
function readWords<Word extends string>(
  value: unknown,
  words: readonly Word[],
  aliases: Readonly<Record<string, Word>>,
): { known: Word[]; unknown: number } | undefined {
  if (value === null) return { known: [], unknown: 0 };
  if (!Array.isArray(value)) return undefined;
  const byName = new Map<unknown, Word>([...words.map((word) => [word, word] as const), ...Object.entries(aliases)]);
  const found = (value as unknown[]).map((item) => byName.get(item));
  const known = new Set(found.filter((word) => word !== undefined));
  return { known: [...known], unknown: found.filter((word) => word === undefined).length };
}
