import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { CalendarDay } from '#lib/kernel';
import type { StoredMarketSource } from '#lib/market-data';
import type { Overlap } from '../domain/follow-hits';
import type { StudyCosts } from '../domain/study-request';
import type { StudyResult } from '../domain/study-result';
import type { StudyStatus } from '../domain/study-status';

/** What a screen was worth over a span, at one version of the data. */
@Entity('study')
export class Study {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text', default: 'queued' })
  status!: StudyStatus;

  @Column({ type: 'text' })
  screenId!: string;

  @Column({ type: 'integer' })
  screenVersion!: number;

  @Column({ type: 'jsonb' })
  params!: Readonly<Record<string, string | number | boolean>>;

  /** As requests name them, all of them. */
  @Column({ type: 'jsonb' })
  filters!: Readonly<Record<string, unknown>>;

  @Column({ type: 'date' })
  fromDate!: CalendarDay;

  @Column({ type: 'date' })
  toDate!: CalendarDay;

  /** Open days after the entry, ascending. */
  @Column({ type: 'jsonb' })
  horizons!: readonly number[];

  @Column({ type: 'jsonb' })
  costs!: StudyCosts;

  @Column({ type: 'text' })
  overlap!: Overlap;

  @Column({ type: 'bigint' })
  dataVersion!: number;

  @Column({ type: 'text' })
  marketSource!: StoredMarketSource;

  /** Whether the market has stocks that left the exchange. */
  @Column({ type: 'text' })
  survivorship!: Survivorship;

  @Column({ type: 'jsonb', default: [] })
  warnings!: readonly string[];

  /** The variant of the screen that it tries; equal ones share the text. */
  @Column({ type: 'text' })
  variantKey!: string;

  /** The request and the data version: at most one equal study is in flight or completed. */
  @Column({ type: 'text' })
  requestKey!: string;

  /** Percent. */
  @Column({ type: 'integer', default: 0 })
  progress!: number;

  /** Of a completed study. */
  @Column({ type: 'jsonb', nullable: true })
  result!: StudyResult | null;

  @Column({ type: 'bigint', nullable: true })
  jobId!: number | null;

  /** Started by the clock: one of the same variant takes its place. */
  @Column({ type: 'boolean', default: false })
  nightly!: boolean;

  /** Null: the nightly job, or the command line. */
  @Column({ type: 'bigint', nullable: true })
  startedBy!: number | null;

  @Column({ type: 'text', nullable: true })
  error!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  startedAt!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;
}

export const SURVIVORSHIPS = ['complete', 'delisted_missing'] as const;
export type Survivorship = (typeof SURVIVORSHIPS)[number];
