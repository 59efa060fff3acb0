import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { CalendarDay } from '#lib/kernel';
import type { StoredMarketSource } from '#lib/market-data';
import type { ScanOptions } from '../domain/scan-options';
import type { ScanStatus } from '../domain/scan-status';

/** A scan of the whole market. Market caps in 亿 yuan. */
@Entity('scan_run')
export class ScanRun {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text', default: 'queued' })
  status!: ScanStatus;

  @Column({ type: 'date' })
  startDate!: CalendarDay;

  @Column({ type: 'date' })
  endDate!: CalendarDay;

  @Column({ type: 'double precision' })
  circMktMinYi!: number;

  @Column({ type: 'double precision' })
  circMktMaxYi!: number;

  /** Those that the build of the time knew; the others have their defaults. */
  @Column({ type: 'jsonb', default: {} })
  options!: ScanOptions;

  /** Open days in the range. */
  @Column({ type: 'integer' })
  tradingDays!: number;

  /** First day of the prior window. */
  @Column({ type: 'date' })
  priorStart!: CalendarDay;

  @Column({ type: 'integer' })
  candidateCount!: number;

  @Column({ type: 'jsonb', default: [] })
  warnings!: string[];

  /** The request as one text: at most one equal request is in flight. */
  @Column({ type: 'text' })
  requestKey!: string;

  @Column({ type: 'text' })
  marketSource!: StoredMarketSource;

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

  /** From this day on the volumes before the range make up the median; null on runs of older builds. */
  @Column({ type: 'date', nullable: true })
  medianStart!: CalendarDay | null;
}
