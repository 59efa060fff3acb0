/** Total shares before and on an ex-right day, and what the price was divided by. */
export interface VendorShareCase {
  /** Last close / ex-right previous close. */
  ratio: number;
  before: number;
  after: number;
}

/** Share counts that differ by less are the same. */
const SMALLEST_FACTOR = 1.001;
/** The ex-right price is rounded to a fen. */
const RATIO_ERROR = 0.01;
/** No cash dividend paid together with an issue is a larger part of the price. */
const LARGEST_DIVIDEND = 0.15;

/**
 * The bonus-and-conversion factor of an ex-right day by the vendor's share counts; undefined where the shares did not grow
 * (a cash dividend alone), or the price did not fall with them (a rights issue or a placement, which are paid for).
 */
export function vendorShareFactor({ ratio, before, after }: VendorShareCase): number | undefined {
  const factor = after / before;
  if (factor < SMALLEST_FACTOR) return undefined;
  const isBonus = factor <= ratio * (1 + RATIO_ERROR) && factor >= ratio * (1 - LARGEST_DIVIDEND);
  return isBonus ? Math.round(factor * 1e6) / 1e6 : undefined;
}
