import type { StockBars } from '#lib/bar-matrix/domain';
import { compileFormula, type Field, type FieldColumns, FormulaRun, type Program } from '#lib/formulas';
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

  /** As `Screen.find`: the evidence is what the formula shows, under its own names. */
  find(bars: StockBars, from: number, found: FoundCandidate): void {
    const outputs = this.run.run((this.fields ??= new FormulaFields(bars)).of(bars), bars.count, bars.count - from);
    const condition = outputs.at(-1);
    if (condition === undefined) return;
    for (let at = from; at < bars.count; at += 1) {
      const value = condition[at] ?? NaN;
      if (value === 0 || Number.isNaN(value)) continue;
      const evidence = Object.fromEntries(
        this.program.outputs.map(({ name }, index) => [name, toNumber(outputs[index]?.[at])]),
      );
      found(at, { score: value, evidence });
    }
  }
}

/** The columns of a stock as formulas name them. One object for all stocks. */
class FormulaFields implements FieldColumns {
  private readonly scratch = new Map<Field, Float64Array>();

  constructor(private bars: StockBars) {}

  /** Turns to another stock. */
  of(bars: StockBars): this {
    this.bars = bars;
    return this;
  }

  get OPEN(): Float64Array {
    return this.bars.open;
  }

  get HIGH(): Float64Array {
    return this.bars.high;
  }

  get LOW(): Float64Array {
    return this.bars.low;
  }

  get CLOSE(): Float64Array {
    return this.bars.close;
  }

  get VOL(): Float64Array {
    return this.scaled('VOL', this.bars.volume, SHARES_A_LOT);
  }

  get AMOUNT(): Float64Array {
    return this.bars.amount;
  }

  get PCT(): Float64Array {
    return this.bars.pct;
  }

  get LIMITUP(): Float64Array {
    return this.bars.limitUp;
  }

  get LIMITDOWN(): Float64Array {
    return this.bars.limitDown;
  }

  get TURN(): Float64Array {
    return this.bars.turnover;
  }

  get FLOATCAP(): Float64Array {
    return this.scaled('FLOATCAP', this.bars.floatCap, YI);
  }

  get TOTALCAP(): Float64Array {
    return this.scaled('TOTALCAP', this.bars.totalCap, YI);
  }

  get ST(): Float64Array {
    return this.scaled('ST', this.bars.st, 1);
  }

  get LISTDAYS(): Float64Array {
    return this.scaled('LISTDAYS', this.bars.listDays, 1);
  }

  private scaled(field: Field, column: ArrayLike<number>, scale: number): Float64Array {
    const { count } = this.bars;
    const out = this.take(field, count);
    for (let i = 0; i < count; i += 1) out[i] = (column[i] ?? NaN) / scale;
    return out;
  }

  private take(field: Field, count: number): Float64Array {
    const known = this.scratch.get(field);
    if (known !== undefined && known.length >= count) return known;
    const array = new Float64Array(Math.ceil(count * 1.25));
    this.scratch.set(field, array);
    return array;
  }
}

function toNumber(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) || !Number.isFinite(value) ? null : value;
}
