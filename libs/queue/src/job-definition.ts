import type { JsonStable, JsonValue } from '#lib/kernel';

export interface RetryPolicy {
  /** Attempts in all after errors that may pass (`AppError.retryable`, or a database that became unavailable). */
  attempts: number;
  /** First wait before another attempt; doubles each time. */
  backoffMs: number;
  /** How often a job may be lost with its worker before it is failed as one that kills workers. */
  crashes: number;
}

/** A kind of background work, declared once. Only the worker app knows its handler. */
export interface JobDefinition<Payload extends object, Result extends JsonValue> {
  /** Stable name such as `scan.batch`; rows in the database carry it. */
  readonly name: string;
  /** The queue it waits in. Jobs that a caller waits for don't share a queue with long ones. */
  readonly queue: string;
  /** Class with class-validator decorators; a stored payload that no longer fits fails the job with a reason. */
  readonly payload: new () => Payload;
  /** Jobs in flight with the same key (and the same `dedupeScope` of the caller) share one row. */
  readonly dedupeKey?: (payload: Payload) => string;
  readonly retry: RetryPolicy;
  /** A user may have `JOBS_PER_USER` jobs of its queue in flight; for jobs that one request starts one of. */
  readonly limitedPerUser?: true;
  /** Longest time of one delivery. Then its signal is aborted and the job fails for good, as `ran_too_long`. */
  readonly maxRunMs?: number;
  /** Carries the result's type; never set. */
  readonly result?: Result;
}

/**
 * Declares a job. A payload with a field that JSON would change (a Date, a bigint, a function …) doesn't compile.
 *
 * @example
 * export const scanBatchJob = defineJob<ScanBatchPayload, ScanBatchResult>({
 *   name: 'scan.batch', queue: 'interactive', payload: ScanBatchPayload,
 *   retry: { attempts: 3, backoffMs: 500, crashes: 3 },
 * });
 */
export function defineJob<Payload extends object, Result extends JsonValue>(
  definition: Payload extends JsonStable<Payload> ? JobDefinition<Payload, Result> : never,
): JobDefinition<Payload, Result> {
  return definition;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a list of definitions of all payloads and results has no narrower type
export type AnyJobDefinition = JobDefinition<any, any>;
