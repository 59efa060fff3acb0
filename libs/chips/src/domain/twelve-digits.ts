/** 10^0 to 10^22: the powers of ten that a double holds exactly. */
const POWERS = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** Of the powers, the largest with which a number above 1e-11 keeps twelve digits before the point. */
const LARGEST = 22;

const TWELFTH = 1e11;
const THIRTEENTH = 1e12;

/**
 * What `Number(x.toPrecision(12))` gives, without the text. Twelve digits are a whole number below 2^53, and so is the
 * power of ten beside it: one division then rounds to the double that is nearest to the decimal, as reading the text does.
 * @param x Above 0.
 * @param apart By which part of itself the number that is meant may differ from `x`.
 * @returns NaN where a number that near to `x` may have other digits, and for what is out of reach.
 */
export function twelveDigits(x: number, apart: number): number {
  let exponent = 11;
  if (x < 1) {
    while (x * (POWERS[exponent] ?? 0) < TWELFTH && exponent < LARGEST) exponent += 1;
  } else {
    while (x * (POWERS[exponent] ?? 0) >= THIRTEENTH && exponent > 0) exponent -= 1;
  }
  const power = POWERS[exponent] ?? 0;
  const scaled = x * power;
  const doubt = scaled * (apart + Number.EPSILON);
  if (!(scaled - doubt >= TWELFTH && scaled + doubt < THIRTEENTH)) return Number.NaN;
  const whole = Math.floor(scaled);
  const rest = scaled - whole;
  if (Math.abs(rest - 0.5) <= doubt) return Number.NaN;
  return (rest < 0.5 ? whole : whole + 1) / power;
}
