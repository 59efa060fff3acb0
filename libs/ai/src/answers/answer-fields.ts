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
  SUPPLY_DEMAND,
} from '#lib/tracking';
import { cleanText } from './clean-text';

/** Other names of events that models use, and clients may not. */
const EVENT_ALIASES: Readonly<Record<string, CycleEvent>> = { JOC: 'JAC', BUEC: 'BU', mSOS: 'SOS', mSOW: 'SOW' };

/** A field's value, or why it is none: a sentence of ours without the model's text. */
export type FieldReading<Value> = { value: Value } | { error: string };

/** One field of a judgement in an answer: its name there, and its reading. */
interface AnswerField<Key extends keyof Judgement> {
  name: string;
  read(value: unknown): FieldReading<Judgement[Key]>;
  /** Of JSON Schema. */
  schema: object;
}

export const ANSWER_FIELDS: { readonly [Key in keyof Judgement]: AnswerField<Key> } = {
  supplyDemand: wordField('supply_demand', SUPPLY_DEMAND),
  alignFlag: wordField('align_flag', ALIGN_FLAGS),
  primaryPhaseHint: wordField('primary_phase_hint', PRIMARY_PHASES),
  cycleSubTags: listField('cycle_sub_tags', SUB_TAGS, MAX_SUB_TAGS, {}),
  cycleEvents: listField('cycle_events', CYCLE_EVENT_NAMES, MAX_EVENTS, EVENT_ALIASES),
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

function wordField<Word extends string>(name: string, words: readonly Word[]) {
  return {
    name,
    schema: { type: ['string', 'null'], enum: [...words, null] },
    read(value: unknown): FieldReading<Word | null> {
      const word = value === null ? null : words.find((one) => one === value);
      return word === undefined ? { error: `is none of ${words.join(', ')}, null` } : { value: word };
    },
  };
}

/** A set of words: repeats are one, an unknown word or too many spoil the field. */
function listField<Word extends string>(
  name: string,
  words: readonly Word[],
  most: number,
  aliases: Readonly<Record<string, Word>>,
) {
  const known = new Map<unknown, Word>([...words.map((word) => [word, word] as const), ...Object.entries(aliases)]);
  return {
    name,
    schema: { type: 'array', items: { type: 'string', enum: [...words] } },
    read(value: unknown): FieldReading<readonly Word[]> {
      if (!Array.isArray(value)) return { error: 'is not a list' };
      const found = new Set<Word>();
      for (const item of value as unknown[]) {
        const word = known.get(item);
        if (word === undefined) return { error: 'holds a word that is not in the vocabulary' };
        if (found.add(word).size > most) return { error: `holds more than ${most} words` };
      }
      return { value: [...found] };
    },
  };
}
