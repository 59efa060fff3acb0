import type { Language } from '../../../preferences/preferences';
import type { FormulaLanguage } from './formula-language';
import { cutFormula, findOwnNames } from './formula-pieces';

export interface Completion {
  readonly name: string;
  /** How it is written, such as `MA(X, N)`. */
  readonly usage: string;
  readonly meaning: string;
  readonly inserted: string;
  /** Characters that the caret stands before the end of what was inserted. */
  readonly caretBack: number;
}

export interface Completions {
  /** The word that is being typed. */
  readonly from: number;
  readonly to: number;
  readonly choices: readonly Completion[];
  /** The word is a name as it stands: none of the choices is taken by Enter until somebody chooses. */
  readonly isComplete: boolean;
}

const WORD_BEFORE = /[\p{L}_][\p{L}\p{N}_.]*$/u;
const WORD_AFTER = /^[\p{L}\p{N}_.]/u;
const MOST = 8;

/** What the word before the caret may become; undefined in a comment, within a word, and where nothing fits. */
export function findCompletions(
  text: string,
  caret: number,
  { functions, fields }: FormulaLanguage,
  language: Language,
): Completions | undefined {
  const before = text.slice(0, caret);
  const word = WORD_BEFORE.exec(before)?.[0];
  if (word === undefined || WORD_AFTER.test(text.slice(caret)) || before.lastIndexOf('{') > before.lastIndexOf('}')) {
    return undefined;
  }
  const typed = word.toUpperCase();
  const own = [...findOwnNames(cutFormula(text, new Map()))].map((name) => toCompletion(name, '', name));
  const known = [
    ...fields.flatMap((field) =>
      field.aliases.concat(field.name).some((name) => name.startsWith(typed))
        ? [toCompletion(field.name, field[language], field.name)]
        : [],
    ),
    ...functions.map((one) => toCompletion(one.name, one[language], one.usage)),
  ];
  const choices = [...own, ...known].filter(
    // The usage of a function that is written in full is still worth seeing.
    ({ name, caretBack }) =>
      (name !== typed || caretBack > 0) && (name.startsWith(typed) || fields.some((field) => field.name === name)),
  );
  if (choices.length === 0) return undefined;
  return {
    from: caret - word.length,
    to: caret,
    choices: choices.slice(0, MOST),
    isComplete:
      own.some(({ name }) => name === typed) ||
      ['AND', 'OR'].includes(typed) ||
      functions.some(({ name }) => name === typed) ||
      fields.some(({ name, aliases }) => name === typed || aliases.includes(typed)),
  };
}

function toCompletion(name: string, meaning: string, usage: string): Completion {
  const takesArguments = usage.endsWith(')');
  return { name, usage, meaning, inserted: takesArguments ? `${name}()` : name, caretBack: takesArguments ? 1 : 0 };
}
