import { AppError } from '#lib/kernel';

/** The refusal of a fill of a session whose records are frozen. */
export function closed(sessionId: number): AppError {
  return AppError.conflict(
    'session_closed',
    `session ${sessionId} is closed and its records are frozen; reopen it first`,
  );
}
