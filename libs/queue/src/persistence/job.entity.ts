import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { JsonValue } from '#lib/kernel';
import type { JobError } from '../domain/job-error';
import type { JobState } from '../domain/job-state';

/** A piece of background work, from the transaction that enqueued it until it is pruned. */
@Entity('job')
export class Job {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  /** Of its definition, `scan.batch`. */
  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  queue!: string;

  @Column({ type: 'jsonb' })
  payload!: object;

  @Column({ type: 'text', collation: 'C', default: 'queued' })
  state!: JobState;

  /** One job in flight has it; null if each request is a job of its own. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  dedupeKey!: string | null;

  /** Attempts that began. */
  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  /** Attempts that ended with their worker. */
  @Column({ type: 'integer', default: 0 })
  crashes!: number;

  /** Of the delivery that runs it; another one can't write. */
  @Column({ type: 'uuid', nullable: true })
  leaseToken!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  leaseUntil!: Date | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  availableAt!: Date;

  /** The outbox row that it was published by, whose id the store knows it by. */
  @Column({ type: 'bigint', nullable: true })
  outboxId!: number | null;

  @Column({ type: 'timestamptz', nullable: true })
  publishedAt!: Date | null;

  @Column({ type: 'jsonb', nullable: true })
  progress!: JsonValue;

  @Column({ type: 'json', nullable: true })
  result!: JsonValue;

  @Column({ type: 'jsonb', nullable: true })
  error!: JobError | null;

  /** The user who requested it; null for what the program did by itself. */
  @Column({ type: 'bigint', nullable: true })
  requestedBy!: number | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** When a worker took it for the first time. */
  @Column({ type: 'timestamptz', nullable: true })
  startedAt!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;

  /** The span of the work that enqueued it, by which the job joins its trace. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  traceParent!: string | null;

  /** When its failure is reported again to a handler that could not note it. */
  @Column({ type: 'timestamptz', nullable: true })
  failureDueAt!: Date | null;
}
