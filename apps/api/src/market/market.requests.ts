import type { CalendarDay } from '#lib/kernel';
import { DayField, FlagField, LimitField, OffsetField, OptionalBody } from '../http';

@OptionalBody()
export class StartSyncBody {
  @DayField({ optional: true, description: 'First day; left out: the first that is missing' })
  from?: CalendarDay;

  @DayField({ optional: true, description: 'Last day; left out, or later than today: today' })
  to?: CalendarDay;

  @FlagField({ default: false, description: 'Remove the demo market, and the sessions made from it' })
  replace_demo!: boolean;
}

export class SyncPageQuery {
  @LimitField({ default: 20, max: 200 })
  limit!: number;

  @OffsetField()
  offset!: number;
}

export class MarketDaysQuery {
  @DayField({ optional: true, description: 'First day; left out: 250 open days before the last' })
  from?: CalendarDay;

  @DayField({ optional: true, description: 'Last day; left out, or later than today: today' })
  to?: CalendarDay;
}
