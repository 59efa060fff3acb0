import type { Field, FieldSource } from './compile/fields';
import type { Program } from './compile/plan';
import { at, type Kernel } from './kernels/kernel';

/** The parts of the columns that a run reads and writes, for one number of bars: made once, used for every stock of that number. */
interface Layout {
  readonly bars: number;
  readonly wanted: number;
  readonly fields: readonly { readonly field: Field; readonly column: Float64Array }[];
  readonly steps: readonly {
    readonly kernel: Kernel;
    readonly out: Float64Array;
    readonly inputs: readonly Float64Array[];
    readonly parameters: readonly number[];
  }[];
  readonly outputs: readonly Float64Array[];
  /** Columns in which a gap makes the part that is computed too short. */
  readonly withoutGaps: readonly Float64Array[];
}

/**
 * Runs one program over one stock after the other. The columns of the steps are allocated once, and used again: what
 * {@link run} returns is valid until the next run.
 */
export class FormulaRun {
  private columns: readonly Float64Array[] = [];
  private capacity = 0;
  private layout: Layout | undefined;

  constructor(private readonly program: Program) {}

  /**
   * @param source Has at least `bars` values of each field.
   * @param wanted The newest bars that the outputs are needed of; only what these depend on is computed. Left out: all.
   * @returns the outputs in their order, a value a bar, of which the newest `wanted` are valid; the last output is the
   *   condition, 0 and NaN are "no".
   */
  run(source: FieldSource, bars: number, wanted = bars): readonly Float64Array[] {
    return this.tryRun(source, bars, wanted) ?? this.compute(this.prepare(bars, bars), source);
  }

  /** As {@link run}; undefined where a gap in the stock's columns makes the values depend on bars before the computed ones. */
  tryRun(source: FieldSource, bars: number, wanted: number): readonly Float64Array[] | undefined {
    const layout = this.prepare(bars, wanted);
    const outputs = this.compute(layout, source);
    return layout.withoutGaps.some((column) => column.includes(NaN)) ? undefined : outputs;
  }

  private compute(layout: Layout, source: FieldSource): readonly Float64Array[] {
    for (const { field, column } of layout.fields) source.copyField(field, column);
    for (const { kernel, out, inputs, parameters } of layout.steps) kernel(out, out.length, inputs, parameters);
    return layout.outputs;
  }

  private prepare(bars: number, wanted: number): Layout {
    if (this.layout?.bars === bars && this.layout.wanted === wanted) return this.layout;
    if (bars > this.capacity) this.allocate(Math.ceil(bars * 1.25));
    const part = (slot: number, length: number) => at(this.columns, slot).subarray(bars - Math.min(length, bars), bars);
    const { fields, steps, outputs } = this.program;
    this.layout = {
      bars,
      wanted,
      fields: fields.map(({ slot, field, tail }) => ({ field, column: part(slot, wanted + tail) })),
      steps: steps.map(({ slot, kernel, inputs, parameters, tail, lookback }) => {
        // The first bars of a step are history to it, so that its column is longer than the part that is read.
        const length = wanted + tail + lookback;
        return { kernel, out: part(slot, length), inputs: inputs.map((input) => part(input, length)), parameters };
      }),
      outputs: outputs.map(({ slot }) => at(this.columns, slot).subarray(0, bars)),
      withoutGaps: steps.flatMap(({ inputs, tail, lookback, settlesWithoutGaps }) => {
        return settlesWithoutGaps ? inputs.map((input) => part(input, wanted + tail + lookback)) : [];
      }),
    };
    return this.layout;
  }

  private allocate(capacity: number): void {
    this.capacity = capacity;
    this.layout = undefined;
    const columns = Array.from({ length: this.program.slots }, () => new Float64Array(capacity));
    for (const { slot, value } of this.program.constants) at(columns, slot).fill(value);
    this.columns = columns;
  }
}
