import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFormula, describeProblem } from '#lib/formulas';
import { FORMULA_EXAMPLES } from './formula-examples';
import { FORMULA_FIELDS } from './formula-fields';
import { FORMULA_FUNCTIONS } from './formula-functions';

const VECTORS = join(__dirname, '../../../../test/support/inputs/formulas/vectors.json');

function errorsOf(formula: string): unknown[] {
  const compiled = compileFormula(formula);
  return 'problems' in compiled ? compiled.problems.map((one) => describeProblem(one, formula, 'en')) : [];
}

function stepsOf(formula: string): unknown {
  const compiled = compileFormula(formula);
  return 'program' in compiled ? compiled.program.steps.length : compiled;
}

it('explains every function that has golden values', () => {
  const { cases } = JSON.parse(readFileSync(VECTORS, 'utf8')) as { cases: { formula: string }[] };
  const called = cases.flatMap(({ formula }) => formula.match(/[A-Z][A-Z0-9.]*(?=\()/g) ?? []);
  expect(new Set(FORMULA_FUNCTIONS.map(({ name }) => name))).toEqual(new Set(called.filter((name) => name !== 'C')));
});

it.each(FORMULA_FUNCTIONS)('$name: its example uses it and compiles', ({ name, usage, exampleFormula }) => {
  expect(usage.startsWith(`${name}(`)).toBe(true);
  expect(exampleFormula).toContain(`${name}(`);
  expect(errorsOf(exampleFormula)).toEqual([]);
});

it.each(FORMULA_FIELDS.flatMap(({ name, aliases }) => [name, ...aliases]))('%s can be read', (name) => {
  expect(errorsOf(`${name} > 0;`)).toEqual([]);
});

it.each(FORMULA_EXAMPLES)(
  'the example $id compiles in both languages, to the same program',
  ({ formula, formulaEn }) => {
    expect(errorsOf(formula)).toEqual([]);
    expect(errorsOf(formulaEn)).toEqual([]);
    expect(formulaEn).not.toMatch(/\p{Script=Han}/u);
    expect(stepsOf(formulaEn)).toEqual(stepsOf(formula));
  },
);

it('names each example once in each language', () => {
  for (const key of ['id', 'zh', 'en'] as const) {
    expect(new Set(FORMULA_EXAMPLES.map((example) => example[key])).size).toBe(12);
  }
});
