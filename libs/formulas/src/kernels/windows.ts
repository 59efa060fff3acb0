import { at, isTrue, type Kernel, valueAt } from './kernel';

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
  const window = at(parameters, 0);
  const total = new WindowSum();
  for (let i = 0; i < n; i += 1) {
    total.add(valueAt(x, i));
    if (window > 0 && i >= window) total.remove(valueAt(x, i - window));
    out[i] = i >= window - 1 ? total.read() : NaN;
  }
};

export const mean: Kernel = (out, n, inputs, parameters) => {
  const window = at(parameters, 0);
  sum(out, n, inputs, parameters);
  for (let i = 0; i < n; i += 1) out[i] = valueAt(out, i) / window;
};

/** How often the condition held in the window; N = 0: since the first bar. */
export const count: Kernel = (out, n, inputs, parameters) => {
  const condition = at(inputs, 0);
  const window = at(parameters, 0);
  let held = 0;
  for (let i = 0; i < n; i += 1) {
    if (isTrue(valueAt(condition, i))) held += 1;
    if (window > 0 && i >= window && isTrue(valueAt(condition, i - window))) held -= 1;
    out[i] = i >= window - 1 ? held : NaN;
  }
};

export const every: Kernel = (out, n, inputs, parameters) => {
  const window = at(parameters, 0);
  count(out, n, inputs, parameters);
  for (let i = 0; i < n; i += 1) out[i] = toTruth(valueAt(out, i), window === 0 ? i + 1 : window);
};

export const exists: Kernel = (out, n, inputs, parameters) => {
  count(out, n, inputs, parameters);
  for (let i = 0; i < n; i += 1) out[i] = toTruth(valueAt(out, i), 1);
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
    inRow = isTrue(valueAt(condition, i)) ? inRow + 1 : 0;
    if (i + to >= from) out[i + to] = inRow > from - to ? 1 : 0;
  }
};

/**
 * Finds where the extreme of each window stands, with a queue of candidates: bars that no later one beats. Of equal values the
 * newest counts. An index below 0: not known.
 */
class ExtremeQueue {
  private queue = new Int32Array(0);

  /** Writes the index of the highest value of each window into `found`, or that of the lowest. */
  find(found: Int32Array, n: number, x: Float64Array, window: number, isHighest: boolean): void {
    if (this.queue.length < n) this.queue = new Int32Array(n);
    const { queue } = this;
    let head = 0;
    let tail = 0;
    let lastUnknown = -1;
    for (let i = 0; i < n; i += 1) {
      const value = valueAt(x, i);
      if (Number.isNaN(value)) lastUnknown = i;
      else {
        while (tail > head) {
          const earlier = valueAt(x, queue[tail - 1] ?? 0);
          if (isHighest ? value < earlier : value > earlier) break;
          tail -= 1;
        }
        queue[tail] = i;
        tail += 1;
      }
      const first = window === 0 ? 0 : i - window + 1;
      while (head < tail && (queue[head] ?? 0) < first) head += 1;
      found[i] = first >= 0 && lastUnknown < first && head < tail ? (queue[head] ?? -1) : -1;
    }
  }
}

/** Index of the highest or lowest of the first `n` values, the newest of equal ones; -1 where one of them is not known. */
function findExtreme(x: Float64Array, n: number, isHighest: boolean): number {
  let position = 0;
  let best = valueAt(x, 0);
  for (let i = 0; i < n; i += 1) {
    const value = valueAt(x, i);
    if (isHighest ? value >= best : value <= best) {
      best = value;
      position = i;
    } else if (Number.isNaN(value)) return -1;
  }
  return Number.isNaN(best) ? -1 : position;
}

const extremes = new ExtremeQueue();
let positions = new Int32Array(0);

/** @param readsAgo Whether the bars since the extreme are written, 0 on it, or its value. */
function extreme(isHighest: boolean, readsAgo: boolean): Kernel {
  return (out, n, inputs, parameters) => {
    const x = at(inputs, 0);
    const window = at(parameters, 0);
    if (n <= window) {
      // A run on one day: the last value is the only one of a full window.
      out.fill(NaN, 0, n);
      const position = n < window ? -1 : findExtreme(x, n, isHighest);
      if (position >= 0) out[n - 1] = readsAgo ? n - 1 - position : valueAt(x, position);
      return;
    }
    if (positions.length < n) positions = new Int32Array(n);
    extremes.find(positions, n, x, window, isHighest);
    for (let i = 0; i < n; i += 1) {
      const position = positions[i] ?? -1;
      if (position < 0) out[i] = NaN;
      else out[i] = readsAgo ? i - position : valueAt(x, position);
    }
  };
}

export const highest = extreme(true, false);
export const lowest = extreme(false, false);
export const barsSinceHighest = extreme(true, true);
export const barsSinceLowest = extreme(false, true);

/** Weights 1 to N, the newest bar with the largest. */
export const weightedMean: Kernel = (out, n, inputs, parameters) => {
  overWindow(out, n, inputs, parameters, (x, first, window) => {
    let total = 0;
    for (let k = 0; k < window; k += 1) total += valueAt(x, first + k) * (k + 1);
    return total / ((window * (window + 1)) / 2);
  });
};

/** The population's standard deviation (divisor N). */
export const deviation: Kernel = (out, n, inputs, parameters) => {
  const x = at(inputs, 0);
  const window = at(parameters, 0);
  for (let i = 0; i < n; i += 1) {
    if (i < window - 1) {
      out[i] = NaN;
      continue;
    }
    const first = i - window + 1;
    const mid = meanOf(x, first, window);
    let squares = 0;
    for (let k = first; k <= i; k += 1) {
      const distance = valueAt(x, k) - mid;
      squares += distance * distance;
    }
    out[i] = Math.sqrt(squares / window);
  }
};

/** The mean distance from the mean. */
export const meanDeviation: Kernel = (out, n, inputs, parameters) => {
  overWindow(out, n, inputs, parameters, (x, first, window) => {
    const mid = meanOf(x, first, window);
    let distances = 0;
    for (let k = first; k < first + window; k += 1) distances += Math.abs(valueAt(x, k) - mid);
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
      products += (k - middle) * (valueAt(x, first + k) - mid);
      squares += (k - middle) ** 2;
    }
    return squares === 0 ? NaN : products / squares;
  });
};

function meanOf(x: Float64Array, first: number, window: number): number {
  let total = 0;
  for (let k = first; k < first + window; k += 1) total += valueAt(x, k);
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
