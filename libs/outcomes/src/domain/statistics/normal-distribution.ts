/** Probability that a standard normal variable is at most `x`. Relative error below 1e-12: Hart's rational function
 * (1968), and the continued fraction of the tail. */
export function normalProbability(x: number): number {
  const tail = upperTail(Math.abs(x));
  return x > 0 ? 1 - tail : tail;
}

/** From here on the continued fraction settles within its terms. */
const TAIL_FROM = 5;
const TAIL_TERMS = 120;

function upperTail(x: number): number {
  const density = Math.exp((-x * x) / 2);
  if (x < TAIL_FROM) return (density * evaluate(NUMERATOR, x)) / evaluate(DENOMINATOR, x);
  let fraction = x;
  for (let term = TAIL_TERMS; term >= 1; term -= 1) fraction = x + term / fraction;
  return density / (fraction * Math.sqrt(2 * Math.PI));
}

/** Highest power first. */
const NUMERATOR = [
  3.52624965998911e-2, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871, 221.213596169931,
  220.206867912376,
];
const DENOMINATOR = [
  8.83883476483184e-2, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674, 637.333633378831,
  793.826512519948, 440.413735824752,
];

/**
 * The value that a standard normal variable does not exceed with probability `p`. Acklam's rational approximation and one step
 * of Halley's method.
 * @param p Within (0, 1). At the ends the infinities.
 */
export function normalQuantile(p: number): number {
  if (!(p > 0)) return p === 0 ? -Infinity : NaN;
  if (!(p < 1)) return p === 1 ? Infinity : NaN;
  const start = approximateQuantile(p);
  const error = normalProbability(start) - p;
  const step = error * Math.sqrt(2 * Math.PI) * Math.exp((start * start) / 2);
  return start - step / (1 + (start * step) / 2);
}

const LOW_TAIL = 0.02425;

function approximateQuantile(p: number): number {
  if (p < LOW_TAIL) return quantileOfTail(Math.sqrt(-2 * Math.log(p)));
  if (p > 1 - LOW_TAIL) return -quantileOfTail(Math.sqrt(-2 * Math.log(1 - p)));
  const q = p - 0.5;
  return (evaluate(CENTRE_NUMERATOR, q * q) * q) / evaluate(CENTRE_DENOMINATOR, q * q);
}

function quantileOfTail(q: number): number {
  return evaluate(TAIL_NUMERATOR, q) / evaluate(TAIL_DENOMINATOR, q);
}

const CENTRE_NUMERATOR = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239,
];
const CENTRE_DENOMINATOR = [
  -54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1,
];
const TAIL_NUMERATOR = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
];
const TAIL_DENOMINATOR = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1];

function evaluate(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);
}
