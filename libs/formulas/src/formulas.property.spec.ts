import fc from 'fast-check';
import { sourceOf } from '../../../test/support/inputs/formulas/source-of';
import { compileFormula } from './compile/compile-formula';
import { type FieldSource, FIELDS } from './compile/fields';
import { FormulaRun } from './run-formula';

/** Formulas of the grammar, with small windows. */
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('C', 'O', 'H', 'L', 'V', 'PCT', '1', '0', '2.5'),
    fc
      .tuple(tie('expression'), fc.constantFrom('+', '-', '*', '/', '>', '<=', '<>', 'AND', 'OR'), tie('expression'))
      .map(([left, sign, right]) => `(${left} ${sign} ${right})`),
    fc
      .tuple(
        fc.constantFrom('REF', 'MA', 'HHV', 'LLV', 'SUM', 'COUNT', 'EVERY', 'EMA', 'STD', 'BARSSINCEN', 'FILTER'),
        tie('expression'),
        fc.integer({ min: 1, max: 12 }),
      )
      .map(([name, inner, window]) => `${name}(${inner}, ${window})`),
    fc
      .tuple(fc.constantFrom('CROSS', 'MAX', 'VALUEWHEN', 'DMA'), tie('expression'), tie('expression'))
      .map(([name, left, right]) => `${name}(${left}, ${right})`),
    fc.tuple(fc.constantFrom('NOT', 'BARSLAST', 'ABS'), tie('expression')).map(([name, inner]) => `${name}(${inner})`),
  ),
}));

const prices = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 40 });

function toColumns(closes: readonly number[]): FieldSource {
  const columns = FIELDS.map((field, by) => [field, Float64Array.from(closes, (close) => close + by)] as const);
  return sourceOf(Object.fromEntries<Float64Array>(columns));
}

function run(formula: string, closes: readonly number[]): number[] | undefined {
  const compiled = compileFormula(formula);
  if ('problems' in compiled) return undefined;
  return [...(new FormulaRun(compiled.program).run(toColumns(closes), closes.length).at(-1) ?? [])];
}

describe('formulas', () => {
  it('are refused or run, whatever the text', () => {
    const pieces = fc.constantFrom(
      'C',
      'MA',
      '(',
      ')',
      ',',
      ';',
      ':=',
      ':',
      '>',
      '5',
      'NOT',
      'AND',
      '{',
      '}',
      '-',
      '.',
      '量',
      ' ',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (formula) => void run(formula, [1, 2, 3])),
      { numRuns: 500 },
    );
  });

  it('know nothing of later days: a value of a day is the same without the days after it', () => {
    fc.assert(
      fc.property(expression, prices, (formula, closes) => {
        const whole = run(formula, closes);
        if (whole === undefined) return;
        const cut = Math.ceil(closes.length / 2);
        expect(run(formula, closes.slice(0, cut))).toEqual(whole.slice(0, cut));
      }),
      { numRuns: 300 },
    );
  });

  it('need no more bars than they say', () => {
    fc.assert(
      fc.property(expression, prices, (formula, closes) => {
        const compiled = compileFormula(formula);
        if ('problems' in compiled || compiled.program.needsBars === null || formula.includes('EMA')) return;
        const { needsBars } = compiled.program;
        if (closes.length < needsBars) return;
        const full = run(formula, closes)?.at(-1) ?? NaN;
        const short = run(formula, closes.slice(-needsBars))?.at(-1) ?? NaN;
        if (Number.isNaN(full)) expect(short).toBeNaN();
        else expect(short).toBeCloseTo(full, 6);
      }),
      { numRuns: 300 },
    );
  });

  it('have the same values on the newest bars where only those are wanted', () => {
    fc.assert(
      fc.property(expression, prices, fc.integer({ min: 1, max: 5 }), (formula, closes, wanted) => {
        const compiled = compileFormula(formula);
        if ('problems' in compiled || formula.includes('EMA')) return;
        const some = new FormulaRun(compiled.program).run(toColumns(closes), closes.length, wanted).at(-1) ?? [];
        const newest = (values: ArrayLike<number>) => Array.from(values).slice(-wanted);
        const all = run(formula, closes) ?? [];
        const [found, expected] = [newest(some), newest(all)];
        expect(found.map(Number.isNaN)).toEqual(expected.map(Number.isNaN));
        found.forEach((value, index) => {
          if (!Number.isNaN(value)) expect(value).toBeCloseTo(expected[index] ?? NaN, 6);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('settle a recursive mean whose column is not known on many bars, also where only the newest values are wanted', () => {
    const mean = fc.constantFrom(
      'EMA(X, 3)',
      'SMA(X, 3, 1)',
      'EMA(EMA(X, 3), 2)',
      'SMA(X / 2 + 1, 4, 2)',
      'MA(EMA(X, 2), 2)',
    );
    const gapped = fc.constantFrom(
      ...([
        'IF(C > 45, C, 0 / 0)',
        'SQRT(C - 45)',
        'VALUEWHEN(C > 45, C)',
        'C / (C > 45)',
        'C / MAX(C - 1, 0)',
      ] as const),
    );
    const long = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 150, maxLength: 200, size: 'max' });
    fc.assert(
      fc.property(gapped, mean, long, fc.integer({ min: 1, max: 5 }), (column, value, closes, wanted) => {
        const compiled = compileFormula(`X := ${column}; Y: ${value}`);
        if ('problems' in compiled) throw new Error('the formula is refused');
        expect(compiled.program.needsBars === null).toBe(!column.includes('/ (') && !column.includes('/ M'));
        const values = (newest: number) => {
          const outputs = new FormulaRun(compiled.program).run(toColumns(closes), closes.length, newest);
          return Array.from(outputs.at(-1) ?? []).slice(-wanted);
        };
        const [found, expected] = [values(wanted), values(closes.length)];
        expect(found.map(Number.isNaN)).toEqual(expected.map(Number.isNaN));
        found.forEach((one, at) => {
          if (!Number.isNaN(one)) expect(one).toBeCloseTo(expected[at] ?? NaN, 6);
        });
      }),
      { numRuns: 200 },
    );
  });

  it('give one stock nothing of the one before', () => {
    fc.assert(
      fc.property(expression, prices, prices, (formula, first, second) => {
        const compiled = compileFormula(formula);
        if ('problems' in compiled) return;
        const both = new FormulaRun(compiled.program);
        both.run(toColumns(first), first.length);
        expect([...(both.run(toColumns(second), second.length).at(-1) ?? [])]).toEqual(run(formula, second));
      }),
      { numRuns: 200 },
    );
  });
});
