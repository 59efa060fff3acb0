import type { CalendarDay } from '#lib/kernel';
import { type Adjustment, ADJUSTMENTS, BAR_PERIODS, type BarPeriod } from '#lib/market-data';
import { CodeListField, DayField, EnumField, IntField, LimitField, OffsetField, TextField } from '../http';

export class StockSearchQuery {
  @TextField({
    max: 100,
    default: '',
    description:
      'The beginning of the code, a part of the name, or pinyin initials such as payh. Blank: the first codes',
  })
  query!: string;

  @LimitField({ default: 20, max: 100 })
  limit!: number;

  @OffsetField()
  offset!: number;
}

export class StockBarsQuery {
  @EnumField(BAR_PERIODS, { default: 'day' })
  period!: BarPeriod;

  @EnumField(ADJUSTMENTS, {
    default: 'none',
    description: 'qfq: forward, as of the last bar shown; hfq: backward, carried from the first bar shown',
  })
  adjust!: Adjustment;

  @DayField({ optional: true, description: 'First day; the week or month that it lies in is shown whole' })
  from?: CalendarDay;

  @DayField({ optional: true, description: 'Last day; left out, the latest' })
  to?: CalendarDay;
}

export class BarSeriesQuery {
  @CodeListField({ max: 200, description: 'Unknown ones are absent from the reply' })
  codes!: string[];

  @IntField({ min: 5, max: 250, default: 60, description: 'Bars of each stock at most' })
  count!: number;

  @DayField({ optional: true, description: 'Last day; left out, the latest' })
  to?: CalendarDay;
}
