import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CalendarDay } from '#lib/kernel';
import { ItemRow } from './lane-rows';

/** A day, or the week that ends with it, of a stock in a replay: a question to every model. */
@Entity('ai_replay_item')
export class AiReplayItem extends ItemRow {
  @PrimaryColumn({ type: 'bigint' })
  replayId!: number;

  @Column({ type: 'text', collation: 'C' })
  code!: string;

  @Column({ type: 'date' })
  day!: CalendarDay;

  @Column({ type: 'text', default: 'pending' })
  status!: 'pending' | 'judged' | 'skipped' | 'failed';
}
