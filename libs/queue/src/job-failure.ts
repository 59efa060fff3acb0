import { convertDatabaseError } from '#lib/database';
import { AppError } from '#lib/kernel';
import type { JobError } from './domain/job-error';

const LONGEST_MESSAGE = 2000;

/**
 * What a thrown value means for its job. A database that became unavailable may come back; anything that is neither an
 * {@link AppError} nor a known database error is a bug of ours: permanent, and its text stays in the log.
 */
export function toJobError(thrown: unknown): JobError {
  const error = thrown instanceof AppError ? thrown : convertDatabaseError(thrown);
  if (error === undefined) {
    return {
      kind: 'internal',
      code: 'internal_error',
      message: 'the job failed by an error of the program',
      retryable: false,
    };
  }
  // jsonb takes no NUL
  const message = error.message.replaceAll('\u0000', '').slice(0, LONGEST_MESSAGE);
  return { kind: error.kind, code: error.code, message, retryable: error.retryable };
}

/** The error that a caller who waited for the job gets. */
export function toAppError(error: JobError): AppError {
  return new AppError(error.kind, error.code, error.message, { retryable: error.retryable });
}

/** Milliseconds to wait, as the error requests, before another try. */
export function getRetryAfterMs(thrown: unknown): number {
  return thrown instanceof AppError ? (thrown.retryAfterSeconds ?? 0) * 1000 : 0;
}
