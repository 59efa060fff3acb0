import type { ErrorKind } from '#lib/kernel';

/** Why a job failed, as its row keeps it and clients see it. */
export interface JobError {
  kind: ErrorKind;
  /** Stable snake_case word. */
  code: string;
  /** A sentence without secrets, SQL or stacks. */
  message: string;
  /** Whether the same work may succeed when it is requested again. */
  retryable: boolean;
}
