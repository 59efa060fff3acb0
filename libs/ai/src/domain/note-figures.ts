import type { CalendarDay } from '#lib/kernel';
import { type AnswerFault, LONGEST_NOTE, type ModelAnswer } from './answer';

/** Days in the spellings of notes and data; their digits are no figures. */
const DATES =
  /\d{4}[-/年.]\d{1,2}(?:[-/月.]\d{1,2})?[日月]?|\b20\d{6}\b|\d{1,2}月(?:\d{1,2}日)?|\b[01]\d[-/][0-3]\d\b/g;

/** A figure, and what it counts. Digits of a name (MA20, rs60) are none. */
const FIGURES = /(?<![\w.])(\d+(?:\.\d+)?)\s*(%|％|万|亿|[日天根周月年次个号倍线条只家]|交易日)?/g;

/** Commas between thousands, which only notes have: in data they stand between figures. */
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g;

/** Whole numbers under this are counts and places: `3 根`, `阶段 2`. */
const LEAST_WHOLE = 100;

interface Figure {
  text: string;
  value: number;
  decimals: number;
  unit: string;
}

/**
 * The figures of a note that are not in the data a model was given. Prices are given in fen or yuan, volumes in ten thousand shares;
 * a figure counts as given where it is one of them rounded, whichever of the two shows fewer decimals. Not looked at: days, counts
 * (`20 日`, `3 次`), multiples (`1.5 倍`) and whole numbers under 100. What a model has worked out, such as a change over several
 * days, is not in the data, and is told.
 */
export function figuresNotIn(note: string, given: string): string[] {
  const known = figuresOf(given);
  const missing = figuresOf(note.replaceAll(THOUSANDS, '')).filter(
    (figure) => isTold(figure) && !known.some((one) => isSame(figure, one)),
  );
  return [...new Set(missing.map(({ text }) => text))];
}

/** An answer whose notes say, at their end, which of their figures are not in the data. The values are left as they are. */
export function withFigureMarks(answer: ModelAnswer, given: string): ModelAnswer {
  const faults: AnswerFault[] = [];
  const judgements = answer.judgements.map(({ date, judgement }) => {
    const missing = judgement.evidenceNote === null ? [] : figuresNotIn(judgement.evidenceNote, given);
    if (missing.length === 0 || judgement.evidenceNote === null) return { date, judgement };
    faults.push(faultOf(date));
    return { date, judgement: { ...judgement, evidenceNote: marked(judgement.evidenceNote, missing) } };
  });
  return { ...answer, judgements, errors: [...answer.errors, ...faults] };
}

const MOST_NAMED = 20;

function marked(note: string, missing: readonly string[]): string {
  const named = missing.slice(0, MOST_NAMED).join('、');
  const line = `注：以下数字不在所给数据中：${named}${missing.length > MOST_NAMED ? ' 等' : ''}。`;
  return `${[...note].slice(0, LONGEST_NOTE - [...line].length - 1).join('')}\n${line}`;
}

function faultOf(date: CalendarDay): AnswerFault {
  return { date, field: 'evidence_note', error: 'holds figures that are not in the data given' };
}

function figuresOf(text: string): Figure[] {
  return [...text.replaceAll(DATES, ' ').matchAll(FIGURES)].map(([whole, digits = '', unit = '']) => ({
    text: whole.trim(),
    value: Number(digits),
    decimals: digits.split('.')[1]?.length ?? 0,
    unit: unit === '％' ? '%' : unit,
  }));
}

function isTold({ value, decimals, unit }: Figure): boolean {
  if (['%', '万', '亿'].includes(unit)) return true;
  return unit === '' && (decimals > 0 || value >= LEAST_WHOLE);
}

const TEN_THOUSAND = 10_000;

function isSame(figure: Figure, given: Figure): boolean {
  switch (figure.unit) {
    case '%':
    case '万':
      return isRounded(figure, given, 1, 1);
    case '亿':
      return isRounded(figure, given, TEN_THOUSAND, 1);
    default:
      return [1, 0.01, TEN_THOUSAND].some((scale) => isRounded(figure, given, 1, scale));
  }
}

function isRounded(figure: Figure, given: Figure, figureScale: number, givenScale: number): boolean {
  const steps = [figureScale * 10 ** -figure.decimals, givenScale * 10 ** -given.decimals];
  const difference = Math.abs(figure.value * figureScale - given.value * givenScale);
  return difference <= (Math.max(...steps) / 2) * (1 + 1e-6) + 1e-9;
}
