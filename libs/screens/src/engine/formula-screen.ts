import type { StockBars } from '#lib/bar-matrix/domain';
import { compileFormula, type Field, type FieldColumns, FormulaRun, type Program } from '#lib/formulas';
import type { FoundCandidate } from '../domain/screen';

const SHARES_A_LOT = 100;
const YI = 1e8;

/** Finds where a formula's condition holds. Compiled once for all stocks. */
export class FormulaScreen {
  private readonly program: Program;
  private readonly run: FormulaRun;
  private readonly scratch = new Map<Field, Float64Array>();

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
    const outputs = this.run.run(this.fieldsOf(bars), bars.count);
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

  private fieldsOf(bars: StockBars): FieldColumns {
    const scaled = (field: Field, column: ArrayLike<number>, scale: number) => {
      const out = this.take(field, bars.count);
      for (let i = 0; i < bars.count; i += 1) out[i] = (column[i] ?? NaN) / scale;
      return out;
    };
    return {
      get OPEN() {
        return bars.open;
      },
      get HIGH() {
        return bars.high;
      },
      get LOW() {
        return bars.low;
      },
      get CLOSE() {
        return bars.close;
      },
      get VOL() {
        return scaled('VOL', bars.volume, SHARES_A_LOT);
      },
      get AMOUNT() {
        return bars.amount;
      },
      get PCT() {
        return bars.pct;
      },
      get LIMITUP() {
        return bars.limitUp;
      },
      get LIMITDOWN() {
        return bars.limitDown;
      },
      get TURN() {
        return bars.turnover;
      },
      get FLOATCAP() {
        return scaled('FLOATCAP', bars.floatCap, YI);
      },
      get TOTALCAP() {
        return scaled('TOTALCAP', bars.totalCap, YI);
      },
      get ST() {
        return scaled('ST', bars.st, 1);
      },
      get LISTDAYS() {
        return scaled('LISTDAYS', bars.listDays, 1);
      },
    };
  }

  private take(field: Field, count: number): Float64Array {
    const known = this.scratch.get(field);
    if (known !== undefined && known.length >= count) return known.subarray(0, count);
    const array = new Float64Array(count);
    this.scratch.set(field, array);
    return array;
  }
}

function toNumber(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) || !Number.isFinite(value) ? null : value;
}
