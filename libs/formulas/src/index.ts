export { compileFormula, usageOf, WIDEST_WINDOW } from './compile/compile-formula';
export type { Compiled } from './compile/compile-formula';
export { FIELD_MEANINGS, FIELDS } from './compile/fields';
export type { Field, FieldColumns } from './compile/fields';
export type { Program } from './compile/plan';
export { describeProblem, FORMULA_PROBLEM_CODES, FormulaProblem } from './language/formula-problem';
export type { FormulaError, FormulaProblemCode } from './language/formula-problem';
export { LONGEST_FORMULA, MOST_NODES } from './language/parse-formula';
export { FormulaRun } from './run-formula';
