import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The mark of what ran by the clock: it runs once a slot. */
@Entity('schedule_run')
export class ScheduleRun {
  @PrimaryColumn({ type: 'text' })
  name!: string;

  /** A trade day or a minute, for example. */
  @PrimaryColumn({ type: 'text' })
  slot!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  startedAt!: Date;
}
