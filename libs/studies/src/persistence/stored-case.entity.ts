import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CalendarDay } from '#lib/kernel';
import type { CaseOutcome } from '../domain/study-case';
import type { ExitRow } from '../domain/study-rows';

/** A hit of a study, bought and sold as one could have. */
@Entity('study_case')
export class StoredCase {
  @PrimaryColumn({ type: 'bigint' })
  studyId!: number;

  /** From 1 on, by signal day and rank. */
  @PrimaryColumn({ type: 'integer' })
  caseNo!: number;

  @Column({ type: 'text', collation: 'C' })
  code!: string;

  @Column({ type: 'date' })
  signalDate!: CalendarDay;

  /** Place among the hits of its day, from 1 on. */
  @Column({ type: 'integer' })
  rank!: number;

  @Column({ type: 'text' })
  outcome!: CaseOutcome;

  @Column({ type: 'date', nullable: true })
  entryDate!: CalendarDay | null;

  /** Yuan as traded. */
  @Column({ type: 'double precision', nullable: true })
  entryPrice!: number | null;

  /** From the close of the signal day to the open that was paid, percent. */
  @Column({ type: 'double precision', nullable: true })
  gapPct!: number | null;

  /** Of the horizons that have ended. */
  @Column({ type: 'jsonb' })
  exits!: readonly ExitRow[];
}
