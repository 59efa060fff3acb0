import { AppError } from '#lib/kernel';

/** The refusal of whatever would change, fill or score a closed session. */
export function sessionClosed(sessionId: number): AppError {
  return AppError.conflict(
    'session_closed',
    `session ${sessionId} is closed and its records are frozen; reopen it first`,
  );
}
