import { SetMetadata } from '@nestjs/common';
import type { Transaction } from '#lib/database';
import type { JsonValue } from '#lib/kernel';
import type { AnyJobDefinition, JobDefinition } from './job-definition';
import type { JobError } from './domain/job-error';

/** What a handler gets in addition to the payload: the fence around its writes, and how it reports progress. */
export interface JobContext<Result extends JsonValue> {
  readonly jobId: number;
  /** 1 at the first delivery. */
  readonly attempt: number;
  /** Aborted when the lease is lost, the job is cancelled, its time is over or the worker stops. */
  readonly signal: AbortSignal;
  /**
   * Runs `work` in a transaction that holds only while this delivery owns the job: the job row is locked and its lease
   * token compared first. @throws LeaseLostError, and nothing is written, if another delivery took over.
   */
  fenced<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** As `fenced`, and completes the job with what `work` returns in the same transaction: effect and completion are one. */
  complete(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * As `complete`, for work that takes long: the job row is locked for `finish` alone, so that a cancellation need
   * not wait for `work`. If it was cancelled or taken over meanwhile, `finish` is not called and all is undone.
   * `work` takes no lock that a cancellation takes.
   */
  completeLate<T>(
    work: (tx: Transaction) => Promise<T>,
    finish: (tx: Transaction, value: T) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Stores progress on the job row (fenced) and notifies watchers. Within `fenced`, pass its `tx`: another connection would
   * wait for the row that this one has locked.
   */
  progress(progress: JsonValue, tx?: Transaction): Promise<void>;
}

/** A class that does one kind of job. Return the result, or call `context.complete` if effect and result belong together. */
export interface HandlesJob<Payload extends object, Result extends JsonValue> {
  run(payload: Payload, context: JobContext<Result>): Promise<Result>;
  /**
   * Runs in the transaction that fails the job for good (by an error, or after too many crashes), so that the business row
   * fails with it. Called again, in a transaction of its own, until it has not thrown once; so it changes only rows that are
   * still in flight. The payload is as stored: after `invalid_payload` it doesn't fit its class.
   */
  failed?(payload: Payload, error: JobError, tx: Transaction, jobId: number): Promise<void>;
}

/** The handler type of a definition: `implements Handles<typeof scanBatchJob>`. */
export type Handles<Definition> =
  Definition extends JobDefinition<infer Payload, infer Result> ? HandlesJob<Payload, Result> : never;

export const JOB_HANDLER = 'stock-cycle:job-handler';

/** Marks a provider of the worker app as the handler of a job. Boot fails on a job with no handler or with two. */
export const JobHandler = (definition: AnyJobDefinition): ClassDecorator => SetMetadata(JOB_HANDLER, definition);
