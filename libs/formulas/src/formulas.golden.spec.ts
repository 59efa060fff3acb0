import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { sourceOf } from '../../../test/support/inputs/formulas/source-of';
import { compileFormula } from './compile/compile-formula';
import { type Field, FIELDS } from './compile/fields';
import { FUNCTIONS, INDICATORS } from './compile/functions';
import { FormulaRun } from './run-formula';

interface Vectors {
  readonly bars: Readonly<Record<Field, readonly number[]>>;
  readonly cases: readonly { readonly formula: string; readonly values: readonly (number | null)[] }[];
}

const FILE = resolve(__dirname, '../../../test/support/inputs/formulas/vectors.json');
const { bars, cases } = JSON.parse(readFileSync(FILE, 'utf8')) as Vectors;
const COLUMNS = sourceOf(
  Object.fromEntries(FIELDS.map((field) => [field, Float64Array.from(bars[field])])) as Record<Field, Float64Array>,
);
/** Relative above 1. */
const TOLERANCE = 1e-9;

function differsFrom(expected: number | null, found: number): boolean {
  if (expected === null || Number.isNaN(found)) return expected !== null || !Number.isNaN(found);
  return Math.abs(found - expected) > TOLERANCE * Math.max(1, Math.abs(expected));
}

describe('values of an independent program', () => {
  it.each(cases.map(({ formula, values }) => [formula, values] as const))('are those of %s', (formula, expected) => {
    const compiled = compileFormula(formula);
    if ('problems' in compiled) throw new Error(compiled.problems.map(({ message }) => message).join('; '));
    const found = [...(new FormulaRun(compiled.program).run(COLUMNS, bars.CLOSE.length).at(-1) ?? [])];
    expect(found.length).toBe(expected.length);
    const differences = found.flatMap((value, day) =>
      differsFrom(expected[day] ?? null, value) ? [{ day, expected: expected[day], value }] : [],
    );
    expect(differences).toEqual([]);
  });

  it.each([...Object.keys(FUNCTIONS), ...Object.keys(INDICATORS)])('are there for %s', (name) => {
    expect(cases.filter(({ formula }) => formula.toUpperCase().includes(`${name}(`)).length).toBeGreaterThan(0);
  });
});
