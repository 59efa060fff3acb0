import { Column, PrimaryGeneratedColumn } from 'typeorm';
import type { CalendarDay } from '#lib/kernel';
import type { ManualRemark } from '../domain/manual-remark';
import type { RecordEvidence } from '../domain/record-evidence';
import type { AlignFlag, CycleEvent, PrimaryPhase, RECORD_ORIGINS, SubTag, SupplyDemand } from '../domain/vocabulary';

/** What a record says of its day or week. */
export const JUDGEMENT = [
  'supplyDemand',
  'alignFlag',
  'primaryPhaseHint',
  'cycleSubTags',
  'cycleEvents',
  'evidenceNote',
] as const satisfies readonly (keyof SessionRecord)[];

/** What daily and weekly records have in common. A deleted record keeps its row. */
export abstract class SessionRecord {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'bigint' })
  sessionId!: number;

  @Column({ type: 'text', nullable: true })
  supplyDemand!: SupplyDemand | null;

  @Column({ type: 'text', nullable: true })
  alignFlag!: AlignFlag | null;

  @Column({ type: 'text', nullable: true })
  primaryPhaseHint!: PrimaryPhase | null;

  @Column({ type: 'text', array: true, default: [] })
  cycleSubTags!: SubTag[];

  @Column({ type: 'text', array: true, default: [] })
  cycleEvents!: CycleEvent[];

  @Column({ type: 'text', nullable: true })
  evidenceNote!: string | null;

  /** Every note that people wrote here, oldest first. */
  @Column({ type: 'jsonb', default: [] })
  manualRemarkHistory!: ManualRemark[];

  @Column({ type: 'text', default: 'manual' })
  origin!: (typeof RECORD_ORIGINS)[number];

  /** The run whose values these are; null on manual records, and where the run is gone. */
  @Column({ type: 'bigint', nullable: true })
  aiRunId!: number | null;

  /** The last bar that the AI had seen; null on manual records. */
  @Column({ type: 'date', nullable: true })
  dataThrough!: CalendarDay | null;

  /** The session's newest live record of its kind; the database allows one. */
  @Column({ type: 'boolean', default: false })
  isLatest!: boolean;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  deletedAt!: Date | null;

  /** Counts the changes; the ETag of the record. */
  @Column({ type: 'integer', default: 1 })
  version!: number;

  /** What a record of an AI fill rests on; null where a person wrote or changed events or phase. */
  @Column({ type: 'jsonb', nullable: true })
  evidence!: RecordEvidence | null;
}
