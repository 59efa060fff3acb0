import { epochDayOf } from '#lib/kernel';
import { ESTIMATED_CAP } from '#lib/market-data/domain';
import type { BarMatrix } from './bar-matrix';
import type { PlacedStock } from './bar-span';
import type { MatrixStock } from './matrix-stock';

/** Bars before the first one that is read whose circulating shares may be carried on to it: those of 60 days. */
export const MARGIN_BARS = 45;

/**
 * Circulating market caps in yuan, of as many bars as `out` has places, from place `first` on: the stored one, else the close
 * times the last known shares, as `estimatedCap` has it for scans; NaN where neither is known.
 */
export function fillFloatCaps(
  out: Float64Array,
  matrix: BarMatrix,
  { stock, start, first }: PlacedStock & { readonly first: number },
): void {
  const { close, floatCap } = matrix.columns;
  let known = -1;
  for (let place = Math.max(start, first - MARGIN_BARS); place < first + out.length; place += 1) {
    let cap = floatCap[place] ?? NaN;
    if (!Number.isNaN(cap)) known = place;
    else if (known >= 0) {
      const perShare = (close[place] ?? NaN) / (close[known] ?? NaN);
      cap = (floatCap[known] ?? NaN) * perShare * sharesCarried(stock, matrix, known, place);
    }
    if (place >= first) out[place - first] = cap;
  }
}

/** As {@link fillFloatCaps}, of the bar at a place. */
export function findFloatCap(matrix: BarMatrix, placed: PlacedStock, place: number): number {
  const cap = new Float64Array(1);
  fillFloatCaps(cap, matrix, { ...placed, first: place });
  return cap[0] ?? NaN;
}

/** How many shares each share of one bar is on a later one; NaN where nothing says so. */
function sharesCarried(stock: MatrixStock, matrix: BarMatrix, known: number, place: number): number {
  const [from, to] = [matrix.dateAt(known), matrix.dateAt(place)];
  if (epochDayOf(to) - epochDayOf(from) > ESTIMATED_CAP.longestDays) return NaN;
  if (stock.shareGaps.some((day) => day > from && day <= to)) return NaN;
  let factors = 1;
  for (const { tradeDate, factor } of stock.shareChanges) if (tradeDate > from && tradeDate <= to) factors *= factor;
  return factors;
}
