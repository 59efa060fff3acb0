import type { Candidate } from './screen';

/** Highest score first; of equal scores the lower tie break, then the lower code. */
export function rankByScore<Found extends Candidate>(candidates: readonly Found[]): Found[] {
  return candidates.toSorted(
    (one, other) => other.score - one.score || compareTies(one, other) || (one.code < other.code ? -1 : 1),
  );
}

function compareTies({ tieBreak: one = 0 }: Candidate, { tieBreak: other = 0 }: Candidate): number {
  return one === other ? 0 : one - other;
}
