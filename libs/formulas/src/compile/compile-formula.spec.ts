import { sourceOf } from '../../../../test/support/inputs/formulas/source-of';
import { describeProblem } from '../language/formula-problem';
import { FormulaRun } from '../run-formula';
import { compileFormula } from './compile-formula';
import { type FieldSource, FIELDS } from './fields';

const CLOSES = [10, 11, 12, 11, 13, 12, 14, 15, 14, 16];

/** Every field has the closes, but the opens, which are 1 lower. */
function bars(): FieldSource {
  const columns = Object.fromEntries(FIELDS.map((field) => [field, Float64Array.from(CLOSES)]));
  return sourceOf({ ...columns, OPEN: Float64Array.from(CLOSES, (close) => close - 1) });
}

function run(formula: string): number[] {
  const compiled = compileFormula(formula);
  if ('problems' in compiled) throw new Error(compiled.problems.map(({ message }) => message).join('; '));
  return [...(new FormulaRun(compiled.program).run(bars(), CLOSES.length).at(-1) ?? [])];
}

function errorsOf(formula: string, language: 'zh' | 'en' = 'en') {
  const compiled = compileFormula(formula);
  return 'problems' in compiled ? compiled.problems.map((one) => describeProblem(one, formula, language)) : [];
}

function programOf(formula: string) {
  const compiled = compileFormula(formula);
  if ('problems' in compiled) throw new Error(`the formula has problems: ${formula}`);
  return compiled.program;
}

describe('a formula', () => {
  it.each([
    ['C - O * 2 > 0', CLOSES.map((close) => (close - (close - 1) * 2 > 0 ? 1 : 0))],
    ['(C - O) * 2', CLOSES.map(() => 2)],
    ['-C + 20', CLOSES.map((close) => 20 - close)],
    ['C > 12 AND C < 15 OR C = 10', CLOSES.map((close) => ((close > 12 && close < 15) || close === 10 ? 1 : 0))],
    ['NOT C > 12 AND C > 11', CLOSES.map((close) => (!(close > 12) && close > 11 ? 1 : 0))],
    ['NOT(C > 12) AND C > 11', CLOSES.map((close) => (!(close > 12) && close > 11 ? 1 : 0))],
    ['c>12 && c<>14 || c==10', CLOSES.map((close) => ((close > 12 && close !== 14) || close === 10 ? 1 : 0))],
    ['C / (C - 12) > 0', CLOSES.map((close) => (close === 12 ? 0 : close / (close - 12) > 0 ? 1 : 0))],
    ['{closes} 收盘价 ＞ 12；', CLOSES.map((close) => (close > 12 ? 1 : 0))],
    ['N := 2 + 1; 均线 := MA(C, N); C > 均线, COLORRED, LINETHICK2;', [0, 0, 1, 0, 1, 0, 1, 1, 0, 1]],
    ['.5 * C', CLOSES.map((close) => close / 2)],
  ])('reads %s as TongDaXin does', (formula, expected) => {
    expect(run(formula)).toEqual(expected);
  });

  it('shows its statements under their names, the condition last', () => {
    const { outputs } = programOf('HIDDEN := MA(C, 3); 均价: HIDDEN; C > HIDDEN');
    expect(outputs.map(({ name }) => name)).toEqual(['均价', 'RESULT']);
  });

  it.each([
    ['C > O', 1],
    ['REF(C, 5) > MA(C, 10)', 10],
    ['MA(REF(C, 5), 10) > 0', 15],
    ['COUNT(CROSS(C, MA(C, 20)), 5)', 25],
    ['HHV(C, 0) = C', null],
    ['BARSLAST(C > O) > 3', null],
    ['EMA(C, 12) > 0', 126],
  ])('knows how many bars %s needs: %j', (formula, needed) => {
    expect(programOf(formula).needsBars).toBe(needed);
  });

  it('computes once what is written twice', () => {
    const once = programOf('MA(C, 5) > 0').steps.length;
    expect(programOf('A := MA(CLOSE, 5); MA(C, 2 + 3) > 0 AND A > 0').steps.length).toBe(once + 1);
  });

  it.each([
    ['', 1, 1, 'empty'],
    ['C > ', 1, 5, 'expected_operand'],
    ['C > O O', 1, 7, 'expected'],
    ['A := 1;\nB := C >* 2;', 2, 9, 'expected_operand'],
    ['MA(C, 5', 1, 8, 'expected'],
    ['C > 1.2.3', 1, 5, 'bad_number'],
    ['C > 5 # O', 1, 7, 'unknown_character'],
    ['{ open', 1, 1, 'open_comment'],
    ['A := C', 1, 1, 'no_condition'],
    ['A := 1; A := 2; A > C', 1, 9, 'assigned_twice'],
    ['MA := 1; C > O', 1, 1, 'reserved_name'],
    ['C > FOO', 1, 5, 'unknown_name'],
    ['FOO(C, 5) > 1', 1, 1, 'unknown_name'],
    ['A := C; A(5) > 1', 1, 9, 'not_a_function'],
    ['MA > 5', 1, 1, 'needs_arguments'],
    ['MA(C) > 5', 1, 1, 'argument_count'],
    ['MA(C, C) > 5', 1, 7, 'not_constant'],
    ['MA(C, 0) > 5', 1, 7, 'bad_window'],
    ['MA(C, 2.5) > 5', 1, 7, 'bad_window'],
    ['MA(C, 1001) > 5', 1, 7, 'bad_window'],
    ['SMA(C, 3, 4) > 5', 1, 1, 'bad_window'],
    ['LAST(C > O, 2, 3)', 1, 1, 'bad_window'],
    ['REFX(C, 1) > C', 1, 1, 'looks_ahead'],
    ['ZIG(3, 5) > C', 1, 1, 'looks_ahead'],
    ['DRAWTEXT(C > O, L, 1)', 1, 1, 'draws'],
    ['INDEXC > 3000', 1, 1, 'no_index'],
    ['MACD.DIF(12, 26) > 0', 1, 1, 'argument_count'],
    ['KDJ.K(C, 3, 3) > 80', 1, 7, 'not_constant'],
    ['__PROTO__ > 1', 1, 1, 'unknown_name'],
    ['CONSTRUCTOR(1) > 1', 1, 1, 'unknown_name'],
  ])('says of %j where it is wrong, and why', (formula, line, column, code) => {
    for (const language of ['zh', 'en'] as const) {
      expect(errorsOf(formula, language)[0]).toEqual({ line, column, code, message: expect.any(String) });
    }
  });

  it('reports each statement that is wrong once, and nothing that follows from it', () => {
    expect(errorsOf('A := FOO;\nB := A + 1;\nC > BAR AND B > 0').map(({ line, code }) => [line, code])).toEqual([
      [1, 'unknown_name'],
      [3, 'unknown_name'],
    ]);
  });

  it('speaks Chinese', () => {
    expect(errorsOf('C > FOO', 'zh')[0]?.message).toBe('没有 FOO 这个行情、函数或前面定义的名称');
  });

  it.each([
    ['too_long', `C > 1 {${'量'.repeat(1400)}}`],
    ['too_many_nodes', `C > ${Array.from({ length: 120 }, (_, k) => k).join(' + ')}`],
    ['too_deep', `${'('.repeat(25)}C${')'.repeat(25)} > 1`],
    ['too_deep', `${'-'.repeat(25)}C > 1`],
  ])('is refused if it is %s', (code, formula) => {
    expect(errorsOf(formula).map((error) => error.code)).toEqual([code]);
  });
});
