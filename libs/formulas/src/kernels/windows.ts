import { at, isTrue, type Kernel } from './kernel';

/**
 * Runs `enter` and `leave` over a sliding window of N bars, and writes `value()` where the window is full; else NaN.
 * N = 0 is all bars so far, as TongDaXin has it.
 */
function slide(
  out: Float64Array,
  n: number,
  window: number,
  { enter, leave, value }: { enter: (i: number) => void; leave: (i: number) => void; value: (i: number) => number },
): void {
  for (let i = 0; i < n; i += 1) {
    enter(i);
    if (window > 0 && i >= window) leave(i - window);
    out[i] = window === 0 || i >= window - 1 ? value(i) : NaN;
  }
}

/** Sums of a sliding window with the number of its values that are not known; errors of rounding are carried along (Neumaier). */
class WindowSum {
  private sum = 0;
  private lost = 0;
  private unknown = 0;

  add(value: number): void {
    if (Number.isNaN(value)) this.unknown += 1;
    else this.accumulate(value);
  }

  remove(value: number): void {
    if (Number.isNaN(value)) this.unknown -= 1;
    else this.accumulate(-value);
  }

  /** NaN while a value of the window is not known. */
  read(): number {
    return this.unknown > 0 ? NaN : this.sum + this.lost;
  }

  private accumulate(value: number): void {
    const next = this.sum + value;
    this.lost += Math.abs(this.sum) >= Math.abs(value) ? this.sum - next + value : value - next + this.sum;
    this.sum = next;
  }
}

export const sum: Kernel = (out, n, inputs, parameters) => {
  const x = at(inputs, 0);
  const total = new WindowSum();
  slide(out, n, at(parameters, 0), {
    enter: (i) => total.add(at(x, i)),
    leave: (i) => total.remove(at(x, i)),
    value: () => total.read(),
  });
};

export const mean: Kernel = (out, n, inputs, parameters) => {
  const window = at(parameters, 0);
  sum(out, n, inputs, parameters);
  for (let i = 0; i < n; i += 1) out[i] = at(out, i) / window;
};

/** How often the condition held in the window; N = 0: since the first bar. */
export const count: Kernel = (out, n, inputs, parameters) => {
  const condition = at(inputs, 0);
  let held = 0;
  slide(out, n, at(parameters, 0), {
    enter: (i) => (held += isTrue(at(condition, i)) ? 1 : 0),
    leave: (i) => (held -= isTrue(at(condition, i)) ? 1 : 0),
    value: () => held,
  });
};

export const every: Kernel = (out, n, inputs, parameters) => {
  const window = at(parameters, 0);
  count(out, n, inputs, parameters);
  for (let i = 0; i < n; i += 1) out[i] = toTruth(at(out, i), window === 0 ? i + 1 : window);
};

export const exists: Kernel = (out, n, inputs, parameters) => {
  count(out, n, inputs, parameters);
  for (let i = 0; i < n; i += 1) out[i] = toTruth(at(out, i), 1);
};

/** 1 where at least `least` were counted; what is not known stays so. */
function toTruth(counted: number, least: number): number {
  if (Number.isNaN(counted)) return NaN;
  return counted >= least ? 1 : 0;
}

/** `LAST(X, A, B)`: the condition held on every bar from A bars back to B bars back. */
export const last: Kernel = (out, n, inputs, parameters) => {
  const condition = at(inputs, 0);
  const from = at(parameters, 0);
  const to = at(parameters, 1);
  let inRow = 0;
  out.fill(NaN, 0, n);
  for (let i = 0; i + to < n; i += 1) {
    inRow = isTrue(at(condition, i)) ? inRow + 1 : 0;
    if (i + to >= from) out[i + to] = inRow > from - to ? 1 : 0;
  }
};

/**
 * Highest or lowest values with a queue of candidates: indexes whose values no later one beats.
 * @param beats Whether a later value takes the place of an earlier one; equal values do, so that the newest of them counts.
 * @param read What is written: the value, or how many bars ago it was.
 */
function extreme(
  beats: (later: number, earlier: number) => boolean,
  read: (value: number, ago: number) => number,
): Kernel {
  return (out, n, inputs, parameters) => {
    const x = at(inputs, 0);
    const window = at(parameters, 0);
    const queue = new Int32Array(n);
    let head = 0;
    let tail = 0;
    let lastUnknown = -1;
    for (let i = 0; i < n; i += 1) {
      const value = at(x, i);
      if (Number.isNaN(value)) lastUnknown = i;
      else {
        while (tail > head && beats(value, at(x, at(queue, tail - 1)))) tail -= 1;
        queue[tail] = i;
        tail += 1;
      }
      const first = window === 0 ? 0 : i - window + 1;
      while (head < tail && at(queue, head) < first) head += 1;
      const known = first >= 0 && lastUnknown < first && head < tail;
      out[i] = known ? read(at(x, at(queue, head)), i - at(queue, head)) : NaN;
    }
  };
}

const isHigh = (later: number, earlier: number): boolean => later >= earlier;
const isLow = (later: number, earlier: number): boolean => later <= earlier;
export const highest = extreme(isHigh, (value) => value);
export const lowest = extreme(isLow, (value) => value);
/** 0: the highest of the window is that of this bar; of equal ones the newest counts. */
export const barsSinceHighest = extreme(isHigh, (_value, ago) => ago);
export const barsSinceLowest = extreme(isLow, (_value, ago) => ago);

/** Weights 1 to N, the newest bar with the largest. */
export const weightedMean: Kernel = (out, n, inputs, parameters) => {
  overWindow(out, n, inputs, parameters, (x, first, window) => {
    let total = 0;
    for (let k = 0; k < window; k += 1) total += at(x, first + k) * (k + 1);
    return total / ((window * (window + 1)) / 2);
  });
};

/** The population's standard deviation (divisor N). */
export const deviation: Kernel = (out, n, inputs, parameters) => {
  overWindow(out, n, inputs, parameters, (x, first, window) => {
    const mid = meanOf(x, first, window);
    let squares = 0;
    for (let k = first; k < first + window; k += 1) squares += (at(x, k) - mid) ** 2;
    return Math.sqrt(squares / window);
  });
};

/** The mean distance from the mean. */
export const meanDeviation: Kernel = (out, n, inputs, parameters) => {
  overWindow(out, n, inputs, parameters, (x, first, window) => {
    const mid = meanOf(x, first, window);
    let distances = 0;
    for (let k = first; k < first + window; k += 1) distances += Math.abs(at(x, k) - mid);
    return distances / window;
  });
};

/** The slope of the line of least squares, a bar. */
export const slope: Kernel = (out, n, inputs, parameters) => {
  overWindow(out, n, inputs, parameters, (x, first, window) => {
    const middle = (window - 1) / 2;
    const mid = meanOf(x, first, window);
    let products = 0;
    let squares = 0;
    for (let k = 0; k < window; k += 1) {
      products += (k - middle) * (at(x, first + k) - mid);
      squares += (k - middle) ** 2;
    }
    return squares === 0 ? NaN : products / squares;
  });
};

function meanOf(x: Float64Array, first: number, window: number): number {
  let total = 0;
  for (let k = first; k < first + window; k += 1) total += at(x, k);
  return total / window;
}

/** Computes each full window by itself; a value in it that is not known makes the result so, by arithmetic. */
function overWindow(
  out: Float64Array,
  n: number,
  inputs: readonly Float64Array[],
  parameters: readonly number[],
  compute: (x: Float64Array, first: number, window: number) => number,
): void {
  const x = at(inputs, 0);
  const window = at(parameters, 0);
  for (let i = 0; i < n; i += 1) out[i] = i >= window - 1 ? compute(x, i - window + 1, window) : NaN;
}
