import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { CalendarDay } from '#lib/kernel';
import type { JUDGEMENT_PERIODS, JudgementKind } from '../domain/track-record/direction';

/** A judgement of direction as a model, or the screen, gave it; the first one of its period and version counts. */
@Entity('ai_judgement')
export class AiJudgement {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text' })
  model!: string;

  @Column({ type: 'text' })
  kind!: JudgementKind;

  @Column({ type: 'text', collation: 'C' })
  code!: string;

  @Column({ type: 'bigint', nullable: true })
  sessionId!: number | null;

  /** No foreign key: runs are deleted on their own. */
  @Column({ type: 'bigint', nullable: true })
  aiRunId!: number | null;

  @Column({ type: 'text' })
  period!: (typeof JUDGEMENT_PERIODS)[number];

  @Column({ type: 'date' })
  periodEnd!: CalendarDay;

  @Column({ type: 'text' })
  value!: string;

  /** Generated: the value of an event, else empty. A period has several events. */
  @Column({ type: 'text', insert: false, update: false })
  readonly event!: string;

  /** The last bar that was known when it was made. */
  @Column({ type: 'date' })
  dataThrough!: CalendarDay;

  /** Made with the future in the prompt: never scored. */
  @Column({ type: 'boolean' })
  hindsight!: boolean;

  /** Made on a set clock, or in a requested replay. */
  @Column({ type: 'boolean' })
  replay!: boolean;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** Of the prompt or the rules. */
  @Column({ type: 'text', default: 'unknown' })
  version!: string;

  /** The requested replay; null: none. */
  @Column({ type: 'bigint', nullable: true })
  replayId!: number | null;
}
