import type { CalendarDay } from '#lib/kernel';
import { DRAWING_KINDS, type DrawingKind, type DrawingPoints, MAX_DRAWING_PRICE } from '#lib/tracking';
import { DayField, EnumField, NumberField } from '../http';

const PRICE = { min: 0, aboveMin: true, max: MAX_DRAWING_PRICE } as const;
const FIRST = 'The day of the first point, not after today';
const FIRST_PRICE = 'Yuan as traded on that day, not adjusted';
const SECOND = {
  optional: true,
  nullable: true,
  description: 'Of a trend_line or range_box, after from_date',
} as const;
const SECOND_PRICE = { ...PRICE, ...SECOND, description: 'Yuan as traded on to_date, not adjusted' } as const;

export class CreateDrawingBody {
  @EnumField(DRAWING_KINDS)
  kind!: DrawingKind;

  @DayField({ description: FIRST })
  from_date!: CalendarDay;

  @NumberField({ ...PRICE, description: FIRST_PRICE, example: 12.5 })
  from_price!: number;

  @DayField(SECOND)
  to_date?: CalendarDay | null;

  @NumberField(SECOND_PRICE)
  to_price?: number | null;
}

/** What is left out stays; the kind stays in any case. */
export class ChangeDrawingBody {
  @DayField({ optional: true, description: FIRST })
  from_date?: CalendarDay;

  @NumberField({ ...PRICE, optional: true, description: FIRST_PRICE })
  from_price?: number;

  @DayField(SECOND)
  to_date?: CalendarDay | null;

  @NumberField(SECOND_PRICE)
  to_price?: number | null;
}

/** The points that were sent. */
export function toDrawingPoints(body: ChangeDrawingBody): Partial<DrawingPoints> {
  return {
    ...(body.from_date === undefined ? {} : { fromDate: body.from_date }),
    ...(body.from_price === undefined ? {} : { fromPrice: body.from_price }),
    ...(body.to_date === undefined ? {} : { toDate: body.to_date }),
    ...(body.to_price === undefined ? {} : { toPrice: body.to_price }),
  };
}
