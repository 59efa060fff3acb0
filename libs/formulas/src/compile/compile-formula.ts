import { FormulaProblem } from '../language/formula-problem';
import { parseFormula } from '../language/parse-formula';
import type { Statement, Syntax } from '../language/syntax';
import { findField } from './fields';
import {
  type ArgumentKind,
  DRAWS,
  type FormulaFunction,
  FUNCTIONS,
  type Indicator,
  INDEX_FIELDS,
  INDICATORS,
  LOOKS_AHEAD,
  OPERATORS,
} from './functions';
import { Plan, type Program, type Value } from './plan';

/** Bars of a window. */
const WIDEST_WINDOW = 1000;

/** Name of the condition if the formula gives it none. */
const UNNAMED = 'RESULT';

/** A formula that can be run, or all that is wrong with it: one problem a statement. */
export type Compiled = { readonly program: Program } | { readonly problems: readonly FormulaProblem[] };

/** Names that stand for a value, or for a statement that has a problem of its own. */
type Scope = Map<string, Value | 'failed'>;

/** Thrown where a name stands for a statement that has been reported already. */
class KnownProblem extends Error {}

/** Reads and checks a formula. The last statement is the condition; it and the other shown ones are its outputs. */
export function compileFormula(formula: string): Compiled {
  const problems: FormulaProblem[] = [];
  try {
    const program = new Compiler(problems).compile(parseFormula(formula));
    return problems.length > 0 ? { problems } : { program };
  } catch (error) {
    if (error instanceof FormulaProblem) return { problems: [...problems, error] };
    throw error;
  }
}

class Compiler {
  private readonly plan = new Plan();

  constructor(private readonly problems: FormulaProblem[]) {}

  compile(statements: readonly Statement[]): Program {
    const scope: Scope = new Map();
    for (const statement of statements) this.define(statement, scope);
    const last = statements.at(-1);
    if (last?.shown !== true) throw new FormulaProblem('no_condition', last?.at ?? 0);
    return this.plan.finish();
  }

  private define(statement: Statement, scope: Scope): void {
    const { name, shown, at } = statement;
    try {
      if (name !== null) rejectTaken(name, at, scope);
      const value = this.evaluate(statement.expression, scope);
      if (name !== null) scope.set(name, value);
      if (shown) this.plan.show(name ?? UNNAMED, value);
    } catch (error) {
      if (!(error instanceof FormulaProblem) && !(error instanceof KnownProblem)) throw error;
      if (error instanceof FormulaProblem) this.problems.push(error);
      if (name !== null && !scope.has(name)) scope.set(name, 'failed');
    }
  }

  private evaluate(syntax: Syntax, scope: Scope): Value {
    switch (syntax.kind) {
      case 'number':
        return this.plan.constant(syntax.value);
      case 'name':
        return this.lookUp(syntax.name, syntax.at, scope);
      case 'unary': {
        const name = syntax.operator === '-' ? 'NEGATE' : 'NOT';
        return this.plan.call(name, operator(name), [this.evaluate(syntax.operand, scope)], []);
      }
      case 'binary': {
        const inputs = [this.evaluate(syntax.left, scope), this.evaluate(syntax.right, scope)];
        return this.plan.call(syntax.operator, operator(syntax.operator), inputs, []);
      }
      case 'call':
        return this.call(syntax, scope);
    }
  }

  private lookUp(name: string, at: number, scope: Scope): Value {
    const known = scope.get(name);
    if (known === 'failed') throw new KnownProblem();
    if (known !== undefined) return known;
    const field = findField(name);
    if (field !== undefined) return this.plan.field(field);
    const usage = usageOf(name);
    if (usage !== undefined) throw new FormulaProblem('needs_arguments', at, { text: name, expected: usage });
    throw unknownName(name, at);
  }

  private call({ name, at, arguments: given }: Syntax & { kind: 'call' }, scope: Scope): Value {
    const indicator = Object.hasOwn(INDICATORS, name) ? INDICATORS[name] : undefined;
    const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    const expected = indicator?.parameters.length ?? known?.arguments.length;
    if (expected === undefined) {
      // `C()` is how some formulas write a field.
      if (given.length === 0 && findField(name) !== undefined) return this.lookUp(name, at, scope);
      throw findField(name) === undefined && !scope.has(name)
        ? unknownName(name, at)
        : new FormulaProblem('not_a_function', at, { text: name });
    }
    if (given.length !== expected) {
      throw new FormulaProblem('argument_count', at, { text: name, expected: usageOf(name) ?? String(expected) });
    }
    const values = given.map((one) => this.evaluate(one, scope));
    if (indicator !== undefined) return this.expand(name, indicator, values, given);
    if (known === undefined) throw new Error(`${name} is neither a function nor an indicator`);
    return this.callFunction({ name, at, known, values, given });
  }

  private callFunction({
    name,
    at,
    known,
    values,
    given,
  }: {
    name: string;
    at: number;
    known: FormulaFunction;
    values: readonly Value[];
    given: readonly Syntax[];
  }): Value {
    const inputs = values.filter((_value, index) => known.arguments[index] === 'column');
    const constants = values.flatMap((value, index) => {
      const kind = known.arguments[index];
      return kind === undefined || kind === 'column' ? [] : [readConstant(name, value, kind, given[index]?.at ?? at)];
    });
    const problem = known.problem?.(constants);
    if (problem !== undefined) throw new FormulaProblem('bad_window', at, { text: name, expected: problem });
    return this.plan.call(name, known, inputs, constants);
  }

  /** An indicator stands for its formula; its parameters are constants. */
  private expand(
    name: string,
    { parameters, formula }: Indicator,
    values: readonly Value[],
    given: readonly Syntax[],
  ): Value {
    const scope: Scope = new Map();
    parameters.forEach((parameter, index) => {
      const value = values[index];
      const at = given[index]?.at ?? 0;
      if (value?.constant === undefined) throw new FormulaProblem('not_constant', at, { text: name });
      // P of BOLL is a width; the others are windows.
      if (parameter !== 'P') readConstant(name, value, 'window', at);
      scope.set(parameter, value);
    });
    const statements = parseFormula(formula);
    let result: Value | undefined;
    for (const statement of statements) {
      result = this.evaluate(statement.expression, scope);
      if (statement.name !== null) scope.set(statement.name, result);
    }
    if (result === undefined) throw new Error(`${name} has no statement`);
    return result;
  }
}

function operator(name: string): FormulaFunction {
  const found = OPERATORS[name];
  if (found === undefined) throw new Error(`there is no operator ${name}`);
  return found;
}

function rejectTaken(name: string, at: number, scope: Scope): void {
  if (scope.has(name)) throw new FormulaProblem('assigned_twice', at, { text: name });
  if (findField(name) !== undefined || usageOf(name) !== undefined || name === 'NOT') {
    throw new FormulaProblem('reserved_name', at, { text: name });
  }
}

function unknownName(name: string, at: number): FormulaProblem {
  if (LOOKS_AHEAD.has(name)) return new FormulaProblem('looks_ahead', at, { text: name });
  if (DRAWS.test(name)) return new FormulaProblem('draws', at, { text: name });
  if (INDEX_FIELDS.test(name)) return new FormulaProblem('no_index', at, { text: name });
  return new FormulaProblem('unknown_name', at, { text: name });
}

const ARGUMENT_LETTERS = { column: ['X', 'Y', 'Z'], window: ['N', 'M'], all: ['N'], bars: ['A', 'B'] } as const;

/** How a function is called, such as `MA(X, N)`; undefined for what is no function. */
export function usageOf(name: string): string | undefined {
  const indicator = Object.hasOwn(INDICATORS, name) ? INDICATORS[name] : undefined;
  if (indicator !== undefined) return `${name}(${indicator.parameters.join(', ')})`;
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (known === undefined) return undefined;
  const used = new Map<ArgumentKind, number>();
  const letters = known.arguments.map((kind) => {
    const index = used.get(kind) ?? 0;
    used.set(kind, index + 1);
    return ARGUMENT_LETTERS[kind][index] ?? kind;
  });
  return `${name}(${letters.join(', ')})`;
}

function readConstant(name: string, value: Value, kind: Exclude<ArgumentKind, 'column'>, at: number): number {
  const { constant } = value;
  if (constant === undefined) throw new FormulaProblem('not_constant', at, { text: name });
  const least = kind === 'window' ? 1 : 0;
  if (Number.isInteger(constant) && constant >= least && constant <= WIDEST_WINDOW) return constant;
  throw new FormulaProblem('bad_window', at, { text: name, expected: `${least} … ${WIDEST_WINDOW}` });
}
