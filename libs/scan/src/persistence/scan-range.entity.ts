import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The candidates of a scan that one job evaluates, and the counts of their outcomes. */
@Entity('scan_range')
export class ScanRange {
  @PrimaryColumn({ type: 'bigint' })
  scanId!: number;

  /** 1 to 8, in code order. */
  @PrimaryColumn({ type: 'smallint' })
  rangeNo!: number;

  @Column({ type: 'integer' })
  candidates!: number;

  /** Of those that have a year to compare with, in order. */
  @Column({ type: 'text', array: true, collation: 'C' })
  codes!: string[];

  @Column({ type: 'text', default: 'pending' })
  status!: 'pending' | 'done' | 'failed';

  @Column({ type: 'bigint', nullable: true })
  jobId!: number | null;

  /** Hits. */
  @Column({ type: 'integer', default: 0 })
  matched!: number;

  /** Hits that opened a session. */
  @Column({ type: 'integer', default: 0 })
  created!: number;

  @Column({ type: 'integer', default: 0 })
  alreadyOpen!: number;

  @Column({ type: 'integer', default: 0 })
  excludedLimitUp!: number;

  @Column({ type: 'integer', default: 0 })
  skippedShortHistory!: number;

  @Column({ type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;

  /** Hits whose session a person had closed or deleted. */
  @Column({ type: 'integer', default: 0 })
  closedBefore!: number;
}

/** What became of the candidates of a batch or a range. A type alias, so that it is assignable to JsonValue. */
export type ScanPersist = Pick<
  ScanRange,
  'created' | 'alreadyOpen' | 'closedBefore' | 'excludedLimitUp' | 'skippedShortHistory'
>;
