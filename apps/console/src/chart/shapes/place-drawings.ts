import { type Bar, findBarIndex, type Period } from '../bar';
import { findFactor, type PriceFactors } from '../price-factors';
import type { ChartPoint, Drawing, DrawingPoints, Shape } from './drawing';

/** The bars and the factors of a chart: what prices as traded are multiplied by to stand among them. */
export interface PlacedBars {
  readonly bars: readonly Bar[];
  readonly period: Period;
  readonly factors: PriceFactors;
}

/** Prices by 1 / 10,000 yuan. */
const DIGITS = 1e4;

/**
 * Drawings at their bars: each price is multiplied by the factor of its own day, so that a drawing stays at its bars in every
 * adjustment. One that begins before the first bar is left out.
 */
export function placeDrawings(drawings: readonly Drawing[], placed: PlacedBars): Shape[] {
  return drawings.flatMap(({ id, kind, fromDate, fromPrice, toDate, toPrice }): Shape[] => {
    const from = toChart(fromDate, fromPrice, placed);
    const to = toDate === null || toPrice === null ? from : toChart(toDate, toPrice, placed);
    return from === undefined || to === undefined ? [] : [{ id, kind, from, to }];
  });
}

/**
 * A shape as days and prices as traded. The points of a line and the days of a box are put in order.
 * @returns undefined if it has no length or, of a box, no height.
 */
export function toDrawingPoints({ kind, from, to }: Shape, placed: PlacedBars): DrawingPoints | undefined {
  const first = toTraded(from, placed);
  if (kind === 'price_line') {
    return first === undefined
      ? undefined
      : { fromDate: first.day, fromPrice: first.price, toDate: null, toPrice: null };
  }
  const second = toTraded(to, placed);
  if (first === undefined || second === undefined || first.day === second.day) return undefined;
  if (kind === 'range_box' && first.price === second.price) return undefined;
  const [earlier, later] = first.day < second.day ? [first, second] : [second, first];
  return { fromDate: earlier.day, fromPrice: earlier.price, toDate: later.day, toPrice: later.price };
}

function toChart(day: string, price: number, { bars, period, factors }: PlacedBars): ChartPoint | undefined {
  const index = findBarIndex(bars, day, period);
  return index === undefined ? undefined : { index, price: price * findFactor(factors, day) };
}

function toTraded(
  { index, price }: ChartPoint,
  { bars, factors }: PlacedBars,
): { day: string; price: number } | undefined {
  const day = bars[index]?.tradeDate;
  if (day === undefined) return undefined;
  const traded = Math.round((price / findFactor(factors, day)) * DIGITS) / DIGITS;
  return traded > 0 ? { day, price: traded } : undefined;
}
