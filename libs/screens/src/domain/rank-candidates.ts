import type { Candidate } from './screen';

/** Highest score first; of equal scores the lower code. */
export function rankByScore<Found extends Candidate>(candidates: readonly Found[]): Found[] {
  return candidates.toSorted((one, other) => other.score - one.score || (one.code < other.code ? -1 : 1));
}
