import type { Kernel } from '../kernels/kernel';
import type { Field } from './fields';
import type { FormulaFunction, Gaps } from './functions';

/** Fields that every bar has. */
const ALWAYS_KNOWN: ReadonlySet<Field> = new Set(['OPEN', 'HIGH', 'LOW', 'CLOSE', 'VOL', 'ST', 'LISTDAYS']);

/** A column that a formula computes, reads or repeats. */
export interface Value {
  /** Where its column stands in a run. */
  readonly slot: number;
  /** Bars before the first one that an exact value needs; Infinity: all. */
  readonly lookback: number;
  /** Of a value that is the same on every bar. */
  readonly constant?: number;
  /** How often it is unknown on a bar that has its lookback. */
  readonly gaps: Gaps;
}

export interface Step {
  readonly slot: number;
  readonly kernel: Kernel;
  readonly inputs: readonly number[];
  readonly parameters: readonly number[];
  /** Bars before the first wanted one that the steps after it read of its column; Infinity: all. */
  readonly tail: number;
  /** Bars before the first one that is written which it reads; Infinity: all. */
  readonly lookback: number;
  /** Its lookback is enough where its column has no gap; where it has one, all bars are computed. */
  readonly settlesWithoutGaps: boolean;
}

/** A formula as a list of steps, each after those that it reads. */
export interface Program {
  readonly slots: number;
  readonly fields: readonly { readonly slot: number; readonly field: Field; readonly tail: number }[];
  readonly constants: readonly { readonly slot: number; readonly value: number }[];
  readonly steps: readonly Step[];
  /** The shown statements in their order; the last one is the condition. */
  readonly outputs: readonly { readonly name: string; readonly slot: number }[];
  /** Bars that a value of one day needs, that day's included; null: all that are stored. */
  readonly needsBars: number | null;
}

/** Builds a program. What is written twice is computed once. */
export class Plan {
  private readonly values = new Map<string, Value>();
  private readonly fields: { slot: number; field: Field }[] = [];
  private readonly constants: { slot: number; value: number }[] = [];
  private readonly steps: Omit<Step, 'tail'>[] = [];
  private readonly outputs: { name: string; slot: number }[] = [];
  private longestLookback = 0;

  constant(value: number): Value {
    return this.once(`#${value}`, (slot) => {
      this.constants.push({ slot, value });
      return { slot, lookback: 0, constant: value, gaps: Number.isNaN(value) ? 'many' : 'none' };
    });
  }

  field(field: Field): Value {
    return this.once(field, (slot) => {
      this.fields.push({ slot, field });
      return { slot, lookback: 0, gaps: ALWAYS_KNOWN.has(field) ? 'none' : 'some' };
    });
  }

  call(name: string, known: FormulaFunction, inputs: readonly Value[], parameters: readonly number[]): Value {
    const folded = known.pointwise === true ? fold(known.kernel, inputs) : undefined;
    if (folded !== undefined) return this.constant(folded);
    const key = `${name}(${inputs.map(({ slot }) => slot).join(',')};${parameters.join(',')})`;
    return this.once(key, (slot) => {
      const given = most(inputs.map((input) => input.gaps));
      const settles = known.settles === true;
      const lookback = known.lookback(parameters);
      this.steps.push({
        ...{ slot, kernel: known.kernel, inputs: inputs.map((input) => input.slot), parameters },
        ...{ lookback, settlesWithoutGaps: settles && given !== 'none' },
      });
      const longest = Math.max(0, ...inputs.map((input) => input.lookback));
      return {
        slot,
        lookback: settles && given === 'many' ? Infinity : longest + lookback,
        gaps: gapsOf(name, known, inputs, given),
      };
    });
  }

  show(name: string, { slot, lookback }: Value): void {
    this.outputs.push({ name, slot });
    this.longestLookback = Math.max(this.longestLookback, lookback);
  }

  finish(): Program {
    const { constants, outputs, longestLookback } = this;
    const needsBars = Number.isFinite(longestLookback) ? longestLookback + 1 : null;
    const tails = this.measureTails();
    // What no output reads is not computed.
    const used = <Item extends { slot: number }>(items: readonly Item[]) =>
      items.flatMap((item) => {
        const tail = tails.get(item.slot);
        return tail === undefined ? [] : [{ ...item, tail }];
      });
    const [fields, steps] = [used(this.fields), used(this.steps)];
    return { slots: this.values.size, fields, constants, steps, outputs, needsBars };
  }

  /** By slot: bars before the first wanted one that are read of its column. */
  private measureTails(): ReadonlyMap<number, number> {
    const tails = new Map(this.outputs.map(({ slot }) => [slot, 0]));
    for (const { slot, inputs, lookback } of this.steps.toReversed()) {
      const tail = tails.get(slot);
      if (tail === undefined) continue;
      for (const input of inputs) tails.set(input, Math.max(tails.get(input) ?? 0, tail + lookback));
    }
    return tails;
  }

  private once(key: string, create: (slot: number) => Value): Value {
    const known = this.values.get(key);
    if (known !== undefined) return known;
    const value = create(this.values.size);
    this.values.set(key, value);
    return value;
  }
}

const GAPS: readonly Gaps[] = ['none', 'some', 'many'];

function most(gaps: readonly Gaps[]): Gaps {
  return GAPS.findLast((each) => gaps.includes(each)) ?? 'none';
}

/** @param given The most of the inputs. */
function gapsOf(name: string, { gaps }: FormulaFunction, inputs: readonly Value[], given: Gaps): Gaps {
  // A division by a number other than 0 is as known as what is divided.
  const divisor = name === '/' ? inputs[1]?.constant : undefined;
  if (gaps === undefined || (divisor !== undefined && divisor !== 0)) return given;
  return gaps === 'none' ? gaps : most([gaps, given]);
}

/** The value of a function of constants; undefined if one of them is none. */
function fold(kernel: Kernel, inputs: readonly Value[]): number | undefined {
  const constants = inputs.flatMap(({ constant }) => (constant === undefined ? [] : [constant]));
  if (constants.length < inputs.length) return undefined;
  const out = new Float64Array(1);
  kernel(
    out,
    1,
    constants.map((constant) => Float64Array.of(constant)),
    [],
  );
  return out[0];
}
