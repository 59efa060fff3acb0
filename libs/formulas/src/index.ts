export { compileFormula, usageOf } from './compile/compile-formula';
export type { Compiled } from './compile/compile-formula';
export { aliasesOf, FIELD_MEANINGS, FIELDS } from './compile/fields';
export type { Field, FieldSource } from './compile/fields';
export type { Program } from './compile/plan';
export { describeProblem, FORMULA_PROBLEM_CODES } from './language/formula-problem';
export type { FormulaError, FormulaProblem, FormulaProblemCode } from './language/formula-problem';
export { LONGEST_FORMULA } from './language/parse-formula';
export { FormulaRun } from './run-formula';
