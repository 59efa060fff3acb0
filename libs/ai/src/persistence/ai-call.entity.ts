import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { AnswerFormat } from '../domain/answer-format';
import type { ChatErrorCode } from '../domain/chat-error-code';
import type { AI_CALL_OUTCOMES, CallPurpose } from '../domain/run';

/** One call of a run to the model's server, noted before it begins. */
@Entity('ai_call')
export class AiCall {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'bigint' })
  runId!: number;

  @Column({ type: 'text' })
  purpose!: CallPurpose;

  /** How often it was begun and may have been paid: a third time is rejected. */
  @Column({ type: 'integer', default: 1 })
  starts!: number;

  /** Requests to the server; repetitions count. */
  @Column({ type: 'integer', default: 0 })
  requests!: number;

  /** What was sent in addition to the run's prompt: the message that names the errors. */
  @Column({ type: 'text', nullable: true })
  message!: string | null;

  @Column({ type: 'text', nullable: true })
  format!: AnswerFormat | null;

  @Column({ type: 'text', nullable: true })
  rawAnswer!: string | null;

  @Column({ type: 'text', nullable: true })
  fault!: ChatErrorCode | null;

  /** What the server wrote in its error response. */
  @Column({ type: 'text', nullable: true })
  faultDetail!: string | null;

  @Column({ type: 'bigint', nullable: true })
  promptTokens!: number | null;

  @Column({ type: 'bigint', nullable: true })
  completionTokens!: number | null;

  @Column({ type: 'integer', nullable: true })
  durationMs!: number | null;

  @Column({ type: 'text', default: 'begun' })
  outcome!: (typeof AI_CALL_OUTCOMES)[number];

  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  begunAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  endedAt!: Date | null;

  /** Of the prompt tokens, those from the vendor's cache. */
  @Column({ type: 'bigint', nullable: true })
  cachedTokens!: number | null;

  /** Yuan, as decimal text; null if tokens or prices are not known. */
  @Column({ type: 'numeric', precision: 14, scale: 6, nullable: true })
  costYuan!: string | null;
}
