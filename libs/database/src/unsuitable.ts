import { AppError, type AppErrorOptions } from '#lib/kernel';

/** A server, or an address of one, that a program refuses at its start. @returns AppError `database_unsuitable`. */
export function unsuitable(sentence: string, options: AppErrorOptions = {}): AppError {
  return new AppError('precondition_failed', 'database_unsuitable', sentence, options);
}
