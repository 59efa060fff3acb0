import { calendarDayOf } from '#lib/kernel';
import { type DrawingPoints, findDrawingProblem } from './drawing';

const day = calendarDayOf;
const TODAY = day('2025-12-19');
const TWO: DrawingPoints = { fromDate: day('2025-12-01'), fromPrice: 10, toDate: day('2025-12-10'), toPrice: 12 };
const ONE: DrawingPoints = { fromDate: day('2025-12-01'), fromPrice: 10, toDate: null, toPrice: null };

describe('the points of a drawing', () => {
  it('are two days with a price each of lines and boxes, one of a price line', () => {
    expect(findDrawingProblem('trend_line', TWO, TODAY)).toBeUndefined();
    expect(findDrawingProblem('range_box', TWO, TODAY)).toBeUndefined();
    expect(findDrawingProblem('price_line', ONE, TODAY)).toBeUndefined();
  });

  it('may be at one price on a trend line, not on a box', () => {
    const flat = { ...TWO, toPrice: 10 };
    expect(findDrawingProblem('trend_line', flat, TODAY)).toBeUndefined();
    expect(findDrawingProblem('range_box', flat, TODAY)?.field).toBe('to_price');
  });

  it.each([
    ['trend_line', ONE, 'to_date'],
    ['trend_line', { ...TWO, toPrice: null }, 'to_price'],
    ['range_box', { ...TWO, toDate: day('2025-12-01') }, 'to_date'],
    ['trend_line', { ...TWO, fromDate: day('2025-12-11') }, 'to_date'],
    ['trend_line', { ...TWO, toDate: day('2025-12-20') }, 'to_date'],
    ['price_line', TWO, 'to_date'],
    ['price_line', { ...ONE, toPrice: 3 }, 'to_price'],
    ['price_line', { ...ONE, fromDate: day('2025-12-20') }, 'from_date'],
  ] as const)('of a %s are rejected as %j', (kind, points, field) => {
    const problem = findDrawingProblem(kind, points, TODAY);
    expect([problem?.field, problem?.message.startsWith(field)]).toEqual([field, true]);
  });
});
