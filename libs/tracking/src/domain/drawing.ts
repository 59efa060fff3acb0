import type { CalendarDay } from '#lib/kernel';

/** A trend line goes through two points, a range box spans two, a price line has one: its price, and the day it is of. */
export const DRAWING_KINDS = ['trend_line', 'range_box', 'price_line'] as const;
export type DrawingKind = (typeof DRAWING_KINDS)[number];

/** Of one session. */
export const MAX_DRAWINGS = 100;
/** Yuan. */
export const MAX_DRAWING_PRICE = 1e6;

/** Where a drawing is. Prices are in yuan as they were traded on their day; see {@link SessionDrawing}. */
export interface DrawingPoints {
  fromDate: CalendarDay;
  fromPrice: number;
  /** Null of a price line, as the price is. */
  toDate: CalendarDay | null;
  toPrice: number | null;
}

export interface DrawingProblem {
  field: 'from_date' | 'to_date' | 'to_price';
  message: string;
}

/** Why points can't be those of a drawing of the kind, or undefined where they can. */
export function findDrawingProblem(
  kind: DrawingKind,
  { fromDate, fromPrice, toDate, toPrice }: DrawingPoints,
  today: CalendarDay,
): DrawingProblem | undefined {
  const late = (field: 'from_date' | 'to_date', day: CalendarDay): DrawingProblem | undefined =>
    day > today ? { field, message: `${field} must not be after today (${today}); received "${day}"` } : undefined;
  if (kind === 'price_line') {
    const given = toDate !== null ? 'to_date' : toPrice !== null ? 'to_price' : undefined;
    if (given !== undefined) return { field: given, message: `${given} must be left out: a price_line has one point` };
    return late('from_date', fromDate);
  }
  if (toDate === null) return { field: 'to_date', message: `to_date is missing: a ${kind} has two points` };
  if (toPrice === null) return { field: 'to_price', message: `to_price is missing: a ${kind} has two points` };
  if (fromDate >= toDate) {
    return { field: 'to_date', message: `to_date must be after from_date (${fromDate}); received "${toDate}"` };
  }
  if (kind === 'range_box' && fromPrice === toPrice) {
    return { field: 'to_price', message: 'to_price must differ from from_price: a range_box has a height' };
  }
  return late('to_date', toDate);
}
