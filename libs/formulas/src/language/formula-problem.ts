import { FORMULA_MESSAGES } from './formula-messages';

export type FormulaProblemCode = keyof typeof FORMULA_MESSAGES.en;

export const FORMULA_PROBLEM_CODES = Object.keys(FORMULA_MESSAGES.en) as FormulaProblemCode[];

/** What a message is about: a name, a number, what was expected. */
export interface ProblemFacts {
  readonly text?: string;
  readonly expected?: string;
  readonly limit?: number;
}

/** Why a formula can't be read, and where. */
export class FormulaProblem extends Error {
  constructor(
    readonly code: FormulaProblemCode,
    /** Index of the character in the formula. */
    readonly at: number,
    readonly facts: ProblemFacts = {},
  ) {
    super(FORMULA_MESSAGES.en[code](facts));
  }
}

/** A problem as a person reads it. */
export interface FormulaError {
  /** From 1. */
  readonly line: number;
  /** In characters, from 1. */
  readonly column: number;
  readonly code: FormulaProblemCode;
  /** In the language of the caller. */
  readonly message: string;
}

/** Places a problem in the text that it is about. */
export function describeProblem(
  { code, at, facts }: FormulaProblem,
  formula: string,
  language: 'zh' | 'en',
): FormulaError {
  const before = formula.slice(0, at).split(/\r\n|\r|\n/);
  return {
    line: before.length,
    column: (before.at(-1) ?? '').length + 1,
    code,
    message: FORMULA_MESSAGES[language][code](facts),
  };
}
