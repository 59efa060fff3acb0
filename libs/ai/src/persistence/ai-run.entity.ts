import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { CalendarDay } from '#lib/kernel';
import type { ChatErrorCode } from '../domain/chat-error-code';
import type { AnswerError, ModelAnswer } from '../domain/answer';
import type { AiQuestion } from '../domain/question';
import type { AiRunOutcome } from '../domain/run';

/** One question to one model, with its prompt and answer. Texts are null once they were pruned. */
@Entity('ai_run')
export class AiRun {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  /** No foreign key: jobs are deleted earlier. */
  @Column({ type: 'bigint' })
  jobId!: number;

  /** Null in a replay, which is about a stock. */
  @Column({ type: 'bigint', nullable: true })
  sessionId!: number | null;

  @Column({ type: 'text' })
  kind!: AiQuestion['kind'];

  @Column({ type: 'text' })
  model!: string;

  /** SHA-256 of the whole question. */
  @Column({ type: 'text', collation: 'C' })
  questionHash!: string;

  /** Of the prompt, or of our own rules. */
  @Column({ type: 'text', nullable: true })
  promptVersion!: string | null;

  /** The last bar that the model saw. */
  @Column({ type: 'date' })
  dataThrough!: CalendarDay;

  /** On a set clock (`CLOCK_START`), or in a requested replay. */
  @Column({ type: 'boolean' })
  replay!: boolean;

  /** The user who requested the job; null: the clock. */
  @Column({ type: 'bigint', nullable: true })
  requestedBy!: number | null;

  @Column({ type: 'text', nullable: true })
  prompt!: string | null;

  @Column({ type: 'text', nullable: true })
  csv!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  answer!: Omit<ModelAnswer, 'errors'> | null;

  @Column({ type: 'jsonb', default: [] })
  errors!: AnswerError[];

  @Column({ type: 'text', default: 'running' })
  outcome!: AiRunOutcome;

  /** Why no answer came, or why one could not be used. */
  @Column({ type: 'text', nullable: true })
  fault!: ChatErrorCode | null;

  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  prunedAt!: Date | null;

  /** A drain and a dry run keep their answers for a later job with the same question; null: no other job takes them. */
  @Column({ type: 'text', nullable: true })
  madeFor!: 'drain' | 'dry_run' | null;

  /** Null in runs of older builds, whose session contains it. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  code!: string | null;

  /** The replay of the question; null: a fill, a drain or a score. */
  @Column({ type: 'bigint', nullable: true })
  replayId!: number | null;
}
