import { at, isTrue, type Kernel, valueAt } from './kernel';

// The common ones have a loop each: a loop that calls a function of its operator takes ten times as long, as no engine can
// inline a call that is another one each time.

export const add: Kernel = (out, count, inputs) => {
  const left = at(inputs, 0);
  const right = at(inputs, 1);
  for (let i = 0; i < count; i += 1) {
    const x = valueAt(left, i);
    const y = valueAt(right, i);
    out[i] = x + y;
  }
};

export const subtract: Kernel = (out, count, inputs) => {
  const left = at(inputs, 0);
  const right = at(inputs, 1);
  for (let i = 0; i < count; i += 1) {
    const x = valueAt(left, i);
    const y = valueAt(right, i);
    out[i] = x - y;
  }
};

export const multiply: Kernel = (out, count, inputs) => {
  const left = at(inputs, 0);
  const right = at(inputs, 1);
  for (let i = 0; i < count; i += 1) {
    const x = valueAt(left, i);
    const y = valueAt(right, i);
    out[i] = x * y;
  }
};

/** Not known where the divisor is 0. */
export const divide: Kernel = (out, count, inputs) => {
  const left = at(inputs, 0);
  const right = at(inputs, 1);
  for (let i = 0; i < count; i += 1) {
    const x = valueAt(left, i);
    const y = valueAt(right, i);
    out[i] = y === 0 ? NaN : x / y;
  }
};

export const greater: Kernel = (out, count, inputs) => {
  const left = at(inputs, 0);
  const right = at(inputs, 1);
  for (let i = 0; i < count; i += 1) {
    const x = valueAt(left, i);
    const y = valueAt(right, i);
    out[i] = x > y ? 1 : 0;
  }
};

export const less: Kernel = (out, count, inputs) => {
  const left = at(inputs, 0);
  const right = at(inputs, 1);
  for (let i = 0; i < count; i += 1) {
    const x = valueAt(left, i);
    const y = valueAt(right, i);
    out[i] = x < y ? 1 : 0;
  }
};

export const notLess: Kernel = (out, count, inputs) => {
  const left = at(inputs, 0);
  const right = at(inputs, 1);
  for (let i = 0; i < count; i += 1) {
    const x = valueAt(left, i);
    const y = valueAt(right, i);
    out[i] = x >= y ? 1 : 0;
  }
};

export const notGreater: Kernel = (out, count, inputs) => {
  const left = at(inputs, 0);
  const right = at(inputs, 1);
  for (let i = 0; i < count; i += 1) {
    const x = valueAt(left, i);
    const y = valueAt(right, i);
    out[i] = x <= y ? 1 : 0;
  }
};

export const equal: Kernel = (out, count, inputs) => {
  const left = at(inputs, 0);
  const right = at(inputs, 1);
  for (let i = 0; i < count; i += 1) {
    const x = valueAt(left, i);
    const y = valueAt(right, i);
    out[i] = x === y ? 1 : 0;
  }
};

/** Two values that are both known and differ. */
export const notEqual: Kernel = (out, count, inputs) => {
  const left = at(inputs, 0);
  const right = at(inputs, 1);
  for (let i = 0; i < count; i += 1) {
    const x = valueAt(left, i);
    const y = valueAt(right, i);
    out[i] = x < y || x > y ? 1 : 0;
  }
};

export const and: Kernel = (out, count, inputs) => {
  const left = at(inputs, 0);
  const right = at(inputs, 1);
  for (let i = 0; i < count; i += 1) {
    const x = valueAt(left, i);
    const y = valueAt(right, i);
    out[i] = isTrue(x) && isTrue(y) ? 1 : 0;
  }
};

export const or: Kernel = (out, count, inputs) => {
  const left = at(inputs, 0);
  const right = at(inputs, 1);
  for (let i = 0; i < count; i += 1) {
    const x = valueAt(left, i);
    const y = valueAt(right, i);
    out[i] = isTrue(x) || isTrue(y) ? 1 : 0;
  }
};

export const larger: Kernel = (out, count, inputs) => {
  const left = at(inputs, 0);
  const right = at(inputs, 1);
  for (let i = 0; i < count; i += 1) {
    const x = valueAt(left, i);
    const y = valueAt(right, i);
    out[i] = Math.max(x, y);
  }
};

export const smaller: Kernel = (out, count, inputs) => {
  const left = at(inputs, 0);
  const right = at(inputs, 1);
  for (let i = 0; i < count; i += 1) {
    const x = valueAt(left, i);
    const y = valueAt(right, i);
    out[i] = Math.min(x, y);
  }
};

export const negate: Kernel = (out, count, inputs) => {
  const column = at(inputs, 0);
  for (let i = 0; i < count; i += 1) {
    const x = valueAt(column, i);
    out[i] = -x;
  }
};

export const not: Kernel = (out, count, inputs) => {
  const column = at(inputs, 0);
  for (let i = 0; i < count; i += 1) {
    const x = valueAt(column, i);
    out[i] = isTrue(x) ? 0 : 1;
  }
};

export const abs: Kernel = (out, count, inputs) => {
  const column = at(inputs, 0);
  for (let i = 0; i < count; i += 1) {
    const x = valueAt(column, i);
    out[i] = Math.abs(x);
  }
};

const one =
  (compute: (x: number) => number): Kernel =>
  (out, n, inputs) => {
    const x = at(inputs, 0);
    for (let i = 0; i < n; i += 1) out[i] = compute(valueAt(x, i));
  };

const two =
  (compute: (x: number, y: number) => number): Kernel =>
  (out, n, inputs) => {
    const x = at(inputs, 0);
    const y = at(inputs, 1);
    for (let i = 0; i < n; i += 1) out[i] = compute(valueAt(x, i), valueAt(y, i));
  };

const three =
  (compute: (x: number, y: number, z: number) => number): Kernel =>
  (out, n, inputs) => {
    const x = at(inputs, 0);
    const y = at(inputs, 1);
    const z = at(inputs, 2);
    for (let i = 0; i < n; i += 1) out[i] = compute(valueAt(x, i), valueAt(y, i), valueAt(z, i));
  };

/** Prices of the exchange have two decimals; the half fen is rounded up. */
const toFen = (yuan: number): number => Math.floor(yuan * 100 + 0.5 + 1e-7) / 100;

/** Not known of a number below 0. */
export const sqrt = one(Math.sqrt);
/** The natural logarithm; not known of 0 and below. */
export const ln = one((x) => (x > 0 ? Math.log(x) : NaN));
export const pow = two((x, y) => {
  // A power of 0 would make 1 of what is not known.
  const power = Number.isNaN(x) ? NaN : x ** y;
  return Number.isFinite(power) ? power : NaN;
});
export const choose = three((condition, x, y) => (isTrue(condition) ? x : y));
/** Whether x lies between y and z, whichever of them is the larger; the ends count. */
export const between = three((x, y, z) => ((x >= y && x <= z) || (x >= z && x <= y) ? 1 : 0));
/** The limit price of a previous close at a rate: 10 % is 0.1. */
export const limitUp = two((close, rate) => toFen(close * (1 + rate)));
export const limitDown = two((close, rate) => toFen(close * (1 - rate)));
