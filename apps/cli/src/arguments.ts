import { InvalidArgumentError } from 'commander';
import { type CalendarDay, parseCalendarDay } from '#lib/kernel';
import { ARGUMENT_MESSAGES } from './messages/argument.messages';
import { type Language, translate } from './messages/define-messages';

/** What was typed as `name=value`; `true`, `false`, `null` and numbers are not texts. */
export type NamedValues = Readonly<Record<string, string | number | boolean | null>>;

/** Readers of what is typed for options and arguments; what they refuse is bad usage, and says so in `language`. */
export function argumentsIn(language: Language) {
  const words = translate(ARGUMENT_MESSAGES, language);
  return {
    /** `YYYY-MM-DD`. */
    day: (text: string): CalendarDay => parseCalendarDay(text) ?? refuse(words.day),
    /** A decimal number, 0 or more. */
    amount: (text: string): number => (/^[0-9]{1,12}(\.[0-9]{1,6})?$/.test(text) ? Number(text) : refuse(words.amount)),
    /** A whole number, 1 or more. */
    count: (text: string): number => (/^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : refuse(words.count)),
    within: (least: number, most: number) => (text: string) => {
      const number = /^[0-9]{1,9}$/.test(text) ? Number(text) : -1;
      return number >= least && number <= most ? number : refuse(words.within(least, most));
    },
    /** Whole numbers with commas between them, at most so many. */
    wholeNumbers:
      ({ least, most, count }: { least: number; most: number; count: number }) =>
      (text: string): number[] => {
        const parts = text.split(',');
        const fits = (part: string) => /^[0-9]{1,9}$/.test(part) && Number(part) >= least && Number(part) <= most;
        return parts.length <= count && parts.every(fits)
          ? parts.map(Number)
          : refuse(words.wholeNumbers(count, least, most));
      },
    /** `name=value`, after those that were typed before it. */
    named: (text: string, before: NamedValues): NamedValues => {
      const [, name, value] = /^([A-Za-z_][A-Za-z0-9_]*)=(.+)$/.exec(text) ?? [];
      if (name === undefined || value === undefined) return refuse(words.named);
      return { ...before, [name]: toValue(value) };
    },
    keyName: (text: string): string => (text.trim() !== '' && [...text].length <= 100 ? text : refuse(words.keyName)),
  };
}

function toValue(text: string): NamedValues[string] {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  return /^-?[0-9]+(\.[0-9]+)?(e[0-9]+)?$/i.test(text) ? Number(text) : text;
}

function refuse(sentence: string): never {
  throw new InvalidArgumentError(sentence);
}
