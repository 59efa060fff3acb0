import type { DecimalMark } from './decimal-mark';
import { type ReadResult, quoteValue } from './read-result';

const PLAIN = /^[+-]?[0-9]{1,15}(?:\.[0-9]{0,15})?$/;
/** Thousands in groups of three, by one kind of separator throughout. */
const BY_COMMAS = /^[+-]?[0-9]{1,3}(?:,[0-9]{3}){1,4}(?:\.[0-9]{0,15})?$/;
const BY_BLANKS = /^[+-]?[0-9]{1,3}(?:[ '’_][0-9]{3}){1,4}(?:\.[0-9]{0,15})?$/;
/** One group alone would be a decimal: `1.234` is 1.234, `1.234.567` is more than a million. */
const BY_DOTS = /^[+-]?[0-9]{1,3}(?:\.[0-9]{3}){2,4}$/;
/** Groups of three behind points or commas, one group too: only if decimals make no sense. */
const GROUPED = /^[+-]?[0-9]{1,3}(?:(?:\.[0-9]{3}){1,4}|(?:,[0-9]{3}){1,4})$/;
/** With a comma in front of the decimals; thousands by points, blanks or apostrophes. */
const COMMA_DECIMAL =
  /^[+-]?(?:[0-9]{1,15}|[0-9]{1,3}(?:(?:\.[0-9]{3}){1,4}|(?:[ '’_][0-9]{3}){1,4}))(?:,[0-9]{0,15})?$/;
const SUFFIX = /^(.*[0-9.,])\s?([KMB万萬亿億])$/i;
const POWERS: Readonly<Record<string, number>> = { K: 3, M: 6, B: 9, 万: 4, 萬: 4, 亿: 8, 億: 8 };
const DURATION = /^(?:([0-9]{1,5}):)?([0-9]{1,4}):([0-5][0-9])$/;

/** What stands in a cell that has no value. */
const NOTHING = /^(?:|-{1,3}|–|—|n\/?a|null|none)$/i;

export interface AmountRange {
  min?: number;
  max?: number;
  /** Whole numbers alone; `1.2M` is one, `1.5` is none. */
  whole?: boolean;
  /** `45.2%` is 45.2. */
  percent?: boolean;
  /** A currency sign in front or behind is left out. */
  money?: boolean;
  /** How the file writes decimals; `point` if it is not known. */
  decimal?: DecimalMark | undefined;
  /** `1.250` and `1,250` are 1250, whatever the decimal mark: no value of this kind has three decimals. */
  grouped?: boolean;
}

/** A bound that every number of ours has: whole numbers are exact up to 2^53. */
const LARGEST = 9_007_199_254_740_991;

export function isNothing(text: string): boolean {
  return NOTHING.test(text.trim());
}

/**
 * The number that a text spells: plain, with thousands separators, or with K, M or B behind it. Commas count only if
 * they stand at thousands, so that `1,5` is never read as 15; or in front of decimals, if the file writes them so. @returns undefined if it spells none.
 */
export function parseDigits(
  text: string,
  { decimal = 'point', grouped = false }: Pick<AmountRange, 'decimal' | 'grouped'> = {},
): number | undefined {
  const plain = /^[\x20-\x7e]*$/.test(text) ? text.trim() : text.normalize('NFKC').trim();
  if (grouped && GROUPED.test(plain)) return Number(plain.replaceAll(/[.,]/g, ''));
  if (decimal === 'point' && PLAIN.test(plain)) return Number(plain);
  const [, digits, suffix] = SUFFIX.exec(plain) ?? [];
  if (digits !== undefined && suffix !== undefined) {
    const base = ungrouped(digits.trim(), decimal);
    return base === undefined ? undefined : Number(`${base}e${POWERS[suffix.toUpperCase()] ?? 0}`);
  }
  const whole = ungrouped(plain, decimal);
  return whole === undefined ? undefined : Number(whole);
}

/** Reads a number within a range; an empty cell, dashes or `n/a` are null. `what` names it in the reason. */
export function readAmount(what: string, text: string, range: AmountRange = {}): ReadResult<number | null> {
  if (isNothing(text)) return { value: null };
  let bare = text.trim();
  if (range.percent === true) bare = bare.replace(/\s?[%％]$/, '');
  if (range.money === true) bare = bare.replace(/^(?:US)?[$€£¥￥]\s?/, '').replace(/\s?[$€£¥￥]$/, '');
  const value = parseDigits(bare, { decimal: range.decimal, grouped: range.grouped ?? range.whole });
  if (value === undefined) return { problem: `${what} must be a number; received ${quoteValue(text)}` };
  return withinRange(what, value, text, range);
}

/** As {@link readAmount}, for a number that is one already. */
export function withinRange(what: string, value: number, shown: string, range: AmountRange): ReadResult<number> {
  const { min = 0, max = LARGEST, whole = false } = range;
  if (Number.isFinite(value) && value >= min && value <= max && (!whole || Number.isInteger(value))) return { value };
  const kind = whole ? 'a whole number' : 'a number';
  return { problem: `${what} must be ${kind} from ${min} to ${max}; received ${quoteValue(shown)}` };
}

/** Seconds of `HH:MM:SS`, `MM:SS` or a number of seconds; nothing is null. */
export function readDuration(what: string, text: string): ReadResult<number | null> {
  const [, hours = '0', minutes, seconds] = DURATION.exec(text.trim()) ?? [];
  if (minutes === undefined || seconds === undefined) {
    const reading = readAmount(what, text, { max: LONGEST_DURATION });
    return 'problem' in reading ? { problem: durationProblem(what, text) } : reading;
  }
  if (text.trim().split(':').length === 3 && Number(minutes) > 59) return { problem: durationProblem(what, text) };
  return { value: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) };
}

/** Seconds; a stay of more than ten years is a mistake. */
export const LONGEST_DURATION = 360_000_000;

function durationProblem(what: string, text: string): string {
  return `${what} must be HH:MM:SS, MM:SS or a number of seconds; received ${quoteValue(text)}`;
}

/** The digits without their separators, or undefined if these are not at thousands. */
function ungrouped(text: string, decimal: DecimalMark): string | undefined {
  if (decimal === 'comma') {
    return COMMA_DECIMAL.test(text) ? text.replaceAll(/[. '’_]/g, '').replace(',', '.') : undefined;
  }
  if (PLAIN.test(text)) return text;
  if (BY_COMMAS.test(text)) return text.replaceAll(',', '');
  if (BY_BLANKS.test(text)) return text.replaceAll(/[ '’_]/g, '');
  return BY_DOTS.test(text) ? text.replaceAll('.', '') : undefined;
}
