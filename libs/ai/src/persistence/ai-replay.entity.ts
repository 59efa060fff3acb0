import { Column, Entity } from 'typeorm';
import type { CalendarDay } from '#lib/kernel';
import { WorkRow } from './lane-rows';

/** Questions to models about past days of stocks, to see how their judgements turned out. Its items are days of stocks. */
@Entity('ai_replay')
export class AiReplay extends WorkRow {
  @Column({ type: 'text', array: true })
  models!: string[];

  @Column({ type: 'text', array: true })
  codes!: string[];

  @Column({ type: 'date' })
  fromDay!: CalendarDay;

  @Column({ type: 'date' })
  toDay!: CalendarDay;

  /** Every how many open days, or weeks. */
  @Column({ type: 'smallint' })
  every!: number;

  /** When what had come due by then was scored; null until then. */
  @Column({ type: 'timestamptz', nullable: true })
  scoredAt!: Date | null;
}
