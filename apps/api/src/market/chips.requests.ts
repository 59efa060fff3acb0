import type { CalendarDay } from '#lib/kernel';
import { DayField } from '../http';

export class ChipsQuery {
  @DayField({ optional: true, description: 'Left out: the newest bar', example: '2025-12-31' })
  date?: CalendarDay;
}
