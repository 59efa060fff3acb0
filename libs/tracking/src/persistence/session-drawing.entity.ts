import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { CalendarDay } from '#lib/kernel';
import type { DrawingKind } from '../domain/drawing';

/**
 * What a person has drawn on the chart of a session. A point is a trade date and a price in yuan as it was traded that day,
 * not adjusted: a chart multiplies it by the factor of its day, so that a drawing stays at its bars after the next ex-right day
 * and in every adjustment.
 */
@Entity('session_drawing')
export class SessionDrawing {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'bigint' })
  sessionId!: number;

  @Column({ type: 'text' })
  kind!: DrawingKind;

  @Column({ type: 'date' })
  fromDate!: CalendarDay;

  @Column({ type: 'double precision' })
  fromPrice!: number;

  /** Null of a price line, as its price is. */
  @Column({ type: 'date', nullable: true })
  toDate!: CalendarDay | null;

  @Column({ type: 'double precision', nullable: true })
  toPrice!: number | null;

  /** Who drew it. */
  @Column({ type: 'bigint' })
  createdBy!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;
}
