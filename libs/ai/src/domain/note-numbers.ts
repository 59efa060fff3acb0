import type { CalendarDay } from '#lib/kernel';
import { type AnswerError, LONGEST_NOTE, type ModelAnswer } from './answer';

/** Days in the spellings of notes and data; their digits are not checked. */
const DATES =
  /\d{4}[-/年.]\d{1,2}(?:[-/月.]\d{1,2})?[日月]?|\b20\d{6}\b|\d{1,2}月(?:\d{1,2}日)?|\b[01]\d[-/][0-3]\d\b/g;

/** A number, and what it counts. Digits of a name (MA20, rs60) are none. */
const NUMBERS = /(?<![\w.])(\d+(?:\.\d+)?)\s*(%|％|万|亿|[日天根周月年次个号倍线条只家]|交易日)?/g;

/** Commas between thousands, which only notes have: in data they separate numbers. */
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g;

/** Whole numbers under this are counts and positions: `3 根`, `阶段 2`. */
const LEAST_WHOLE = 100;

interface NoteNumber {
  text: string;
  value: number;
  decimals: number;
  unit: string;
}

/**
 * The numbers of a note that are not in the data a model was given. Prices are given in fen or yuan, volumes in ten thousand
 * shares; a number counts as given if it is one of them rounded, whichever of the two shows fewer decimals. Not checked:
 * days, counts (`20 日`, `3 次`), multiples (`1.5 倍`) and whole numbers under 100. What a model has worked out, such as a
 * change over several days, is not in the data, and is reported.
 */
export function findUnknownNumbers(note: string, given: string): string[] {
  const known = parseNumbers(given);
  const missing = parseNumbers(note.replaceAll(THOUSANDS, '')).filter(
    (number) => isChecked(number) && !known.some((one) => isSame(number, one)),
  );
  return [...new Set(missing.map(({ text }) => text))];
}

/** An answer whose notes list, at their end, which of their numbers are not in the data. The values are left unchanged. */
export function markUnknownNumbers(answer: ModelAnswer, given: string): ModelAnswer {
  const errors: AnswerError[] = [];
  const judgements = answer.judgements.map(({ date, judgement }) => {
    const missing = judgement.evidenceNote === null ? [] : findUnknownNumbers(judgement.evidenceNote, given);
    if (missing.length === 0 || judgement.evidenceNote === null) return { date, judgement };
    errors.push(toError(date));
    return { date, judgement: { ...judgement, evidenceNote: marked(judgement.evidenceNote, missing) } };
  });
  return { ...answer, judgements, errors: [...answer.errors, ...errors] };
}

const MOST_NAMED = 20;

function marked(note: string, missing: readonly string[]): string {
  const named = missing.slice(0, MOST_NAMED).join('、');
  const line = `注：以下数字不在所给数据中：${named}${missing.length > MOST_NAMED ? ' 等' : ''}。`;
  return `${[...note].slice(0, LONGEST_NOTE - [...line].length - 1).join('')}\n${line}`;
}

function toError(date: CalendarDay): AnswerError {
  return { date, field: 'evidence_note', error: 'holds figures that are not in the data given' };
}

function parseNumbers(text: string): NoteNumber[] {
  return [...text.replaceAll(DATES, ' ').matchAll(NUMBERS)].map(([whole, digits = '', unit = '']) => ({
    text: whole.trim(),
    value: Number(digits),
    decimals: digits.split('.')[1]?.length ?? 0,
    unit: unit === '％' ? '%' : unit,
  }));
}

function isChecked({ value, decimals, unit }: NoteNumber): boolean {
  if (['%', '万', '亿'].includes(unit)) return true;
  return unit === '' && (decimals > 0 || value >= LEAST_WHOLE);
}

const TEN_THOUSAND = 10_000;

function isSame(number: NoteNumber, given: NoteNumber): boolean {
  switch (number.unit) {
    case '%':
    case '万':
      return isRounded(number, given, 1, 1);
    case '亿':
      return isRounded(number, given, TEN_THOUSAND, 1);
    default:
      return [1, 0.01, TEN_THOUSAND].some((scale) => isRounded(number, given, 1, scale));
  }
}

function isRounded(number: NoteNumber, given: NoteNumber, numberScale: number, givenScale: number): boolean {
  const steps = [numberScale * 10 ** -number.decimals, givenScale * 10 ** -given.decimals];
  const difference = Math.abs(number.value * numberScale - given.value * givenScale);
  return difference <= (Math.max(...steps) / 2) * (1 + 1e-6) + 1e-9;
}
