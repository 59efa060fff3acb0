import type { StockBars } from '../domain/stock-bars';
import { toFen } from '../measures/price-limits';
import { valueAt } from '../measures/value-at';

/** A gain as a fraction of whole numbers: 1/10 is 10 %. The denominator is above zero. */
export type Fraction = readonly [bigint, bigint];

/**
 * The gain of a run of bars: the product of each close over its ex-right reference close, less 1. Prices count in fen, so that
 * the gain is exact. Where a reference close is the close before, the two cancel out: without an ex-right day the gain is that
 * of the last close over the first reference close. Null where a price is not known.
 */
export function gainOver({ tradedClose, referenceClose }: StockBars, first: number, last: number): Fraction | null {
  const start = toFen(valueAt(referenceClose, first));
  const end = toFen(valueAt(tradedClose, last));
  if (!(start > 0) || !(end > 0)) return null;
  let closes = BigInt(end);
  let references = BigInt(start);
  for (let at = first + 1; at <= last; at += 1) {
    const reference = toFen(valueAt(referenceClose, at));
    const before = toFen(valueAt(tradedClose, at - 1));
    if (reference === before) continue;
    if (!(reference > 0) || !(before > 0)) return null;
    closes *= BigInt(before);
    references *= BigInt(reference);
  }
  return [closes - references, references];
}

/** A fraction as the nearest number. */
export function toNumber([numerator, denominator]: Fraction): number {
  return Number(numerator) / Number(denominator);
}

/** Below zero where the first is the smaller one. */
export function compareFractions([a, b]: Fraction, [c, d]: Fraction): number {
  const difference = a * d - c * b;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}
