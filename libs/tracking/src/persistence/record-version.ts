import { Column, PrimaryColumn } from 'typeorm';
import type { CalendarDay } from '#lib/kernel';
import type { SessionRecord } from './session-record';

/** What a record said at a version before its present one, and who wrote that. */
export abstract class RecordVersion {
  @PrimaryColumn({ type: 'bigint' })
  recordId!: number;

  @PrimaryColumn({ type: 'integer' })
  version!: number;

  /** By column of the record. One of an older build lacks what came later. */
  @Column({ type: 'jsonb' })
  judgement!: Record<string, unknown>;

  @Column({ type: 'text' })
  origin!: SessionRecord['origin'];

  @Column({ type: 'bigint', nullable: true })
  aiRunId!: number | null;

  @Column({ type: 'date', nullable: true })
  dataThrough!: CalendarDay | null;
}
