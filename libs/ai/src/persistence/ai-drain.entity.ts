import { Column, Entity } from 'typeorm';
import type { CalendarDay } from '#lib/kernel';
import type { DrainOrigin } from '../domain/drain';
import type { PanelModel } from '../domain/panel-models';
import { WorkRow } from './lane-rows';

/** One run through the queue of sessions whose records are due. */
@Entity('ai_drain')
export class AiDrain extends WorkRow {
  @Column({ type: 'text' })
  origin!: DrainOrigin;

  /** Bars up to this day are looked at. */
  @Column({ type: 'date' })
  tradeDay!: CalendarDay;

  /** The day that decided which sessions were due. */
  @Column({ type: 'date' })
  today!: CalendarDay;

  /** The day's data were not complete when it began: another pass follows when they are. */
  @Column({ type: 'boolean', default: false })
  provisional!: boolean;

  /** The models that it calls from its beginning to its end; null until its first lane has stored them. */
  @Column({ type: 'jsonb', nullable: true })
  models!: readonly PanelModel[] | null;
}
