import { Column, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { ChatErrorCode } from '../domain/chat-error-code';
import type { DrainStatus } from '../domain/drain';

/** Work that lanes share out: a drain, or a replay. */
export abstract class WorkRow {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text' })
  kind!: 'daily' | 'weekly';

  @Column({ type: 'text', default: 'queued' })
  status!: DrainStatus;

  /** Items that it began with. */
  @Column({ type: 'integer' })
  total!: number;

  @Column({ type: 'bigint', nullable: true })
  startedBy!: number | null;

  @Column({ type: 'text', nullable: true })
  error!: string | null;

  /** Why it stops early; set as soon as that is decided. */
  @Column({ type: 'text', nullable: true })
  stopCode!: string | null;

  @Column({ type: 'text', nullable: true })
  stopMessage!: string | null;

  /** The job of its first lane, in whose name models are called; null in a drain of an older build. */
  @Column({ type: 'bigint', nullable: true })
  questionJobId!: number | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  startedAt!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;
}

/** One item of the work: a session, or a day of a stock. The status of one that succeeded is the work's own. */
export abstract class ItemRow {
  /** Its position in the work, from 1. */
  @PrimaryColumn({ type: 'integer' })
  position!: number;

  /** The lane that holds it, or held it last. */
  @Column({ type: 'smallint', nullable: true })
  lane!: number | null;

  @Column({ type: 'smallint', default: 0 })
  tries!: number;

  @Column({ type: 'text', nullable: true })
  reason!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;

  /** Until when it waits for a model. */
  @Column({ type: 'timestamptz', nullable: true })
  retryAt!: Date | null;

  /** Times that it waited for a model. */
  @Column({ type: 'smallint', default: 0 })
  waits!: number;

  /** Workers that died at it. */
  @Column({ type: 'smallint', default: 0 })
  losses!: number;

  /** Crashes of the lane's job when it took the item. */
  @Column({ type: 'integer', nullable: true })
  seenCrashes!: number | null;

  /** Configured models that gave no answer. */
  @Column({ type: 'smallint', default: 0 })
  missingModels!: number;
}

/** One of the jobs that work at the same time. */
export abstract class LaneRow {
  @PrimaryColumn({ type: 'smallint' })
  laneNo!: number;

  @Column({ type: 'bigint' })
  jobId!: number;

  @Column({ type: 'text', default: 'running' })
  status!: 'running' | 'ended';
}

/** How often a model gave no answer, for one reason. */
export abstract class FaultRow {
  @PrimaryColumn({ type: 'text' })
  model!: string;

  @PrimaryColumn({ type: 'text' })
  code!: ChatErrorCode;

  /** Each time counts, also if the item was retried. */
  @Column({ type: 'integer', default: 0 })
  count!: number;

  /** Since when it has answered nothing; null once it answered. */
  @Column({ type: 'timestamptz', nullable: true })
  failingSince!: Date | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  lastAt!: Date;
}
