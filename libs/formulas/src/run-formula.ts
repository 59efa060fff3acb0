import type { FieldColumns } from './compile/fields';
import type { Program } from './compile/plan';
import { at } from './kernels/kernel';

/**
 * Runs one program over one stock after the other. The columns of the steps are allocated once, and used again: what
 * {@link run} returns is valid until the next run.
 */
export class FormulaRun {
  private readonly columns: Float64Array[];
  private capacity = 0;

  constructor(private readonly program: Program) {
    this.columns = Array.from({ length: program.slots }, () => new Float64Array(0));
  }

  /**
   * @param fields Columns of at least `bars` values, oldest first.
   * @returns the outputs in their order; the last one is the condition, 0 and NaN are "no".
   */
  run(fields: FieldColumns, bars: number): readonly Float64Array[] {
    if (bars > this.capacity) this.grow(bars);
    for (const { slot, field } of this.program.fields) this.columns[slot] = fields[field];
    for (const { slot, kernel, inputs, parameters } of this.program.steps) {
      kernel(
        at(this.columns, slot),
        bars,
        inputs.map((input) => at(this.columns, input)),
        parameters,
      );
    }
    return this.program.outputs.map(({ slot }) => at(this.columns, slot).subarray(0, bars));
  }

  private grow(bars: number): void {
    this.capacity = bars;
    for (const { slot } of this.program.steps) this.columns[slot] = new Float64Array(bars);
    for (const { slot, value } of this.program.constants) this.columns[slot] = new Float64Array(bars).fill(value);
  }
}
