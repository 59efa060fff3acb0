import type { CopiedColumn, StockBars } from '#lib/bar-matrix/domain';
import { compileFormula, type Field, type FieldSource, FormulaRun, type Program } from '#lib/formulas';
import type { FoundCandidate } from '../domain/screen';

const SHARES_A_LOT = 100;
const YI = 1e8;

/** Finds where a formula's condition holds. Compiled once for all stocks. */
export class FormulaScreen {
  private readonly program: Program;
  private readonly run: FormulaRun;
  private fields: FormulaFields | undefined;

  /** @throws where the formula is not valid: it was checked before it came here. */
  constructor(formula: string) {
    const compiled = compileFormula(formula);
    if (!('program' in compiled)) throw new Error('a formula with errors was run');
    this.program = compiled.program;
    this.run = new FormulaRun(compiled.program);
  }

  get needsBars(): number | null {
    return this.program.needsBars;
  }

  /**
   * As `Screen.find`: the evidence is what the formula shows, under its own names.
   * @param isAll There are no bars of the stock before these to be had.
   * @returns false where it found nothing yet and needs the bars before.
   */
  find(bars: StockBars, from: number, found: FoundCandidate, isAll: boolean): boolean {
    const fields = (this.fields ??= new FormulaFields(bars));
    fields.bars = bars;
    const wanted = bars.count - from;
    const outputs = isAll ? this.run.run(fields, bars.count, wanted) : this.run.tryRun(fields, bars.count, wanted);
    if (outputs === undefined) return false;
    const condition = outputs.at(-1);
    if (condition === undefined) return true;
    for (let at = from; at < bars.count; at += 1) {
      const value = condition[at] ?? NaN;
      if (value === 0 || Number.isNaN(value)) continue;
      const evidence = Object.fromEntries(
        this.program.outputs.map(({ name }, index) => [name, toNumber(outputs[index]?.[at])]),
      );
      found(at, { score: value, evidence });
    }
    return true;
  }
}

/** Where a field's values stand, and how many of their units make one of the field's. */
const SOURCES: Readonly<Record<Field, { readonly column: CopiedColumn; readonly unit?: number }>> = {
  OPEN: { column: 'open' },
  HIGH: { column: 'high' },
  LOW: { column: 'low' },
  CLOSE: { column: 'close' },
  VOL: { column: 'volume', unit: SHARES_A_LOT },
  AMOUNT: { column: 'amount' },
  PCT: { column: 'pct' },
  LIMITUP: { column: 'limitUp' },
  LIMITDOWN: { column: 'limitDown' },
  TURN: { column: 'turnover' },
  FLOATCAP: { column: 'floatCap', unit: YI },
  TOTALCAP: { column: 'totalCap', unit: YI },
  ST: { column: 'st' },
  LISTDAYS: { column: 'listDays' },
};

/** The columns of the stock that is read as formulas name them. */
class FormulaFields implements FieldSource {
  constructor(public bars: StockBars) {}

  copyField(field: Field, out: Float64Array): void {
    const { column, unit = 1 } = SOURCES[field];
    this.bars.copyNewest(column, out);
    if (unit !== 1) for (let i = 0; i < out.length; i += 1) out[i] = (out[i] ?? NaN) / unit;
  }
}

function toNumber(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) || !Number.isFinite(value) ? null : value;
}
