import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { CalendarDay } from '#lib/kernel';
import type { SyncKind } from '../domain/data-sets';

export const SYNC_STATUSES = ['queued', 'running', 'waiting', 'completed', 'failed'] as const;
export type SyncStatus = (typeof SYNC_STATUSES)[number];

/** A wish for the vendor's data of a span of days, and how far it is. */
@Entity('market_sync')
export class MarketSync {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text' })
  kind!: SyncKind;

  @Column({ type: 'text', default: 'queued' })
  status!: SyncStatus;

  @Column({ name: 'from_date', type: 'date' })
  from!: CalendarDay;

  @Column({ name: 'to_date', type: 'date' })
  to!: CalendarDay;

  @Column({ type: 'boolean', default: false })
  replaceDemo!: boolean;

  /** On the business clock. */
  @Column({ type: 'timestamptz' })
  askedAt!: Date;

  /** Questions to the vendor that it takes, as far as known, and those that have been answered. */
  @Column({ type: 'integer', default: 0 })
  unitsTotal!: number;

  @Column({ type: 'integer', default: 0 })
  unitsDone!: number;

  @Column({ name: 'rows_read', type: 'bigint', default: 0 })
  rows!: number;

  /** HTTP calls made. */
  @Column({ type: 'integer', default: 0 })
  calls!: number;

  /** What it does now, or did last. */
  @Column({ type: 'text', nullable: true })
  stage!: string | null;

  /** A sentence; never the vendor's own text. */
  @Column({ type: 'text', nullable: true })
  error!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  resumeAt!: Date | null;

  @Column({ type: 'bigint', nullable: true })
  startedBy!: number | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  startedAt!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;
}
