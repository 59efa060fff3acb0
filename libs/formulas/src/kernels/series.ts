import { at, isTrue, type Kernel, valueAt } from './kernel';

/** The value of N bars before. */
export const before: Kernel = (out, n, inputs, parameters) => {
  const x = at(inputs, 0);
  const bars = at(parameters, 0);
  out.fill(NaN, 0, Math.min(bars, n));
  if (bars < n) out.set(x.subarray(0, n - bars), bars);
};

/** Y = a X + (1 - a) Y', from the first known value on; a bar that is not known has no Y, and changes none. */
function smooth(out: Float64Array, n: number, x: Float64Array, weight: (i: number) => number): void {
  let y = NaN;
  for (let i = 0; i < n; i += 1) {
    const value = valueAt(x, i);
    const a = weight(i);
    if (Number.isNaN(value) || Number.isNaN(a)) {
      out[i] = NaN;
      continue;
    }
    y = Number.isNaN(y) ? value : a * value + (1 - a) * y;
    out[i] = y;
  }
}

/** The exponential mean, weight 2 / (N + 1). */
export const exponentialMean: Kernel = (out, n, inputs, parameters) => {
  const weight = 2 / (at(parameters, 0) + 1);
  smooth(out, n, at(inputs, 0), () => weight);
};

/** TongDaXin's SMA: weight M / N. */
export const smoothedMean: Kernel = (out, n, inputs, parameters) => {
  const weight = at(parameters, 1) / at(parameters, 0);
  smooth(out, n, at(inputs, 0), () => weight);
};

/** The mean whose weight is a column; not known where the weight is outside 0 to 1. */
export const dynamicMean: Kernel = (out, n, inputs) => {
  const weights = at(inputs, 1);
  smooth(out, n, at(inputs, 0), (i) => {
    const weight = valueAt(weights, i);
    return weight >= 0 && weight <= 1 ? weight : NaN;
  });
};

/** A crosses B from below: at most equal a bar before, above today. */
export const cross: Kernel = (out, n, inputs) => {
  const a = at(inputs, 0);
  const b = at(inputs, 1);
  if (n > 0) out[0] = 0;
  for (let i = 1; i < n; i += 1)
    out[i] = valueAt(a, i - 1) <= valueAt(b, i - 1) && valueAt(a, i) > valueAt(b, i) ? 1 : 0;
};

/** A was below B on each of the N bars before, and is above today. */
export const longCross: Kernel = (out, n, inputs, parameters) => {
  const a = at(inputs, 0);
  const b = at(inputs, 1);
  let below = 0;
  for (let i = 0; i < n; i += 1) {
    out[i] = below >= at(parameters, 0) && valueAt(a, i) > valueAt(b, i) ? 1 : 0;
    below = valueAt(a, i) < valueAt(b, i) ? below + 1 : 0;
  }
};

/** Bars since the condition held last, 0 on that bar; not known before it ever did. */
export const barsSinceLast: Kernel = (out, n, inputs) => {
  const condition = at(inputs, 0);
  let ago = NaN;
  for (let i = 0; i < n; i += 1) {
    ago = isTrue(valueAt(condition, i)) ? 0 : ago + 1;
    out[i] = ago;
  }
};

/** For how many bars in a row, up to this one, the condition has held. */
export const barsInRow: Kernel = (out, n, inputs) => {
  const condition = at(inputs, 0);
  let inRow = 0;
  for (let i = 0; i < n; i += 1) {
    inRow = isTrue(valueAt(condition, i)) ? inRow + 1 : 0;
    out[i] = inRow;
  }
};

/** Bars since the condition held first within the last N; not known if it did not, or before there are N bars. */
export const barsSinceFirst: Kernel = (out, n, inputs, parameters) => {
  const condition = at(inputs, 0);
  const window = at(parameters, 0);
  const events = new Int32Array(n);
  let head = 0;
  let tail = 0;
  for (let i = 0; i < n; i += 1) {
    if (isTrue(valueAt(condition, i))) {
      events[tail] = i;
      tail += 1;
    }
    while (head < tail && at(events, head) <= i - window) head += 1;
    out[i] = i >= window - 1 && head < tail ? i - at(events, head) : NaN;
  }
};

/** The value of the last bar on which the condition held. */
export const valueWhen: Kernel = (out, n, inputs) => {
  const condition = at(inputs, 0);
  const x = at(inputs, 1);
  let value = NaN;
  for (let i = 0; i < n; i += 1) {
    if (isTrue(valueAt(condition, i))) value = valueAt(x, i);
    out[i] = value;
  }
};

/** After a bar on which the condition held, the next N count as false. Counts from the first stored bar. */
export const filter: Kernel = (out, n, inputs, parameters) => {
  const condition = at(inputs, 0);
  let quietUntil = -1;
  for (let i = 0; i < n; i += 1) {
    const holds = i > quietUntil && isTrue(valueAt(condition, i));
    out[i] = holds ? 1 : 0;
    if (holds) quietUntil = i + at(parameters, 0);
  }
};
