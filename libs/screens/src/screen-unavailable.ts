import { AppError } from '#lib/kernel';

/** That the market lacks what a screen needs (409). */
export function unavailable(reason: string): AppError {
  return AppError.conflict('screen_unavailable', `the screen can't be run: ${reason}`);
}
