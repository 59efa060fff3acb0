import { Column, Entity } from 'typeorm';
import type { CalendarDay } from '#lib/kernel';
import { SessionRecord } from './session-record';

/** What was judged of a session on one trading day; it has one live record a day. */
@Entity('daily_record')
export class DailyRecord extends SessionRecord {
  @Column({ type: 'date' })
  tradeDate!: CalendarDay;
}
