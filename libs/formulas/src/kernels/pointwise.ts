import { at, isTrue, type Kernel } from './kernel';

const one =
  (compute: (x: number) => number): Kernel =>
  (out, n, inputs) => {
    const x = at(inputs, 0);
    for (let i = 0; i < n; i += 1) out[i] = compute(at(x, i));
  };

const two =
  (compute: (x: number, y: number) => number): Kernel =>
  (out, n, inputs) => {
    const x = at(inputs, 0);
    const y = at(inputs, 1);
    for (let i = 0; i < n; i += 1) out[i] = compute(at(x, i), at(y, i));
  };

const three =
  (compute: (x: number, y: number, z: number) => number): Kernel =>
  (out, n, inputs) => {
    const x = at(inputs, 0);
    const y = at(inputs, 1);
    const z = at(inputs, 2);
    for (let i = 0; i < n; i += 1) out[i] = compute(at(x, i), at(y, i), at(z, i));
  };

/** 1 or 0: a comparison with what is not known is false. */
const truth = (holds: boolean): number => (holds ? 1 : 0);

/** Prices of the exchange have two decimals; the half fen is rounded up. */
const toFen = (yuan: number): number => Math.floor(yuan * 100 + 0.5 + 1e-7) / 100;

export const add = two((x, y) => x + y);
export const subtract = two((x, y) => x - y);
export const multiply = two((x, y) => x * y);
/** Not known where the divisor is 0. */
export const divide = two((x, y) => (y === 0 ? NaN : x / y));
export const negate = one((x) => -x);

export const greater = two((x, y) => truth(x > y));
export const less = two((x, y) => truth(x < y));
export const notLess = two((x, y) => truth(x >= y));
export const notGreater = two((x, y) => truth(x <= y));
export const equal = two((x, y) => truth(x === y));
/** Two values that are both known and differ. */
export const notEqual = two((x, y) => truth(x < y || x > y));

export const and = two((x, y) => truth(isTrue(x) && isTrue(y)));
export const or = two((x, y) => truth(isTrue(x) || isTrue(y)));
export const not = one((x) => truth(!isTrue(x)));

export const abs = one(Math.abs);
/** Not known of a number below 0. */
export const sqrt = one(Math.sqrt);
/** The natural logarithm; not known of 0 and below. */
export const ln = one((x) => (x > 0 ? Math.log(x) : NaN));
export const pow = two((x, y) => {
  // A power of 0 would make 1 of what is not known.
  const power = Number.isNaN(x) ? NaN : x ** y;
  return Number.isFinite(power) ? power : NaN;
});
export const larger = two((x, y) => Math.max(x, y));
export const smaller = two((x, y) => Math.min(x, y));
export const choose = three((condition, x, y) => (isTrue(condition) ? x : y));
/** Whether x lies between y and z, whichever of them is the larger; the ends count. */
export const between = three((x, y, z) => truth((x >= y && x <= z) || (x >= z && x <= y)));
/** The limit price of a previous close at a rate: 10 % is 0.1. */
export const limitUp = two((close, rate) => toFen(close * (1 + rate)));
export const limitDown = two((close, rate) => toFen(close * (1 - rate)));
