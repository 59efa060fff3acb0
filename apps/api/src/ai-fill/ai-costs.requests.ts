import { COST_GROUPS, type CostGroup, DRAIN_KINDS, type DrainKind } from '#lib/ai';
import type { CalendarDay } from '#lib/kernel';
import { DayField, EnumField } from '../http';

export class AiCostsQuery {
  @DayField({ optional: true, description: 'First day (Asia/Shanghai, real clock); left out: 29 days before the last' })
  from?: CalendarDay;

  @DayField({ optional: true, description: 'Last day; left out: today' })
  to?: CalendarDay;

  @EnumField(COST_GROUPS, { optional: true, description: 'What to sum by; left out: model' })
  by?: CostGroup;
}

export class DrainEstimateQuery {
  @EnumField(DRAIN_KINDS, { description: 'Which queue would be drained' })
  kind!: DrainKind;
}
