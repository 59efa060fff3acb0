import { Column, Entity } from 'typeorm';
import type { CalendarDay } from '#lib/kernel';
import { SessionRecord } from './session-record';

/** What was judged of a session in one week; it has one live record a week. */
@Entity('weekly_record')
export class WeeklyRecord extends SessionRecord {
  /** Its Monday. */
  @Column({ type: 'date' })
  weekStart!: CalendarDay;

  /** The last open day of the week, as whoever wrote it saw the calendar. */
  @Column({ type: 'date' })
  weekEndDate!: CalendarDay;
}
