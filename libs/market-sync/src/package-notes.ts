import type { SqlRunner } from '#lib/database';
import { decideExRight } from './domain/ex-right-evidence';
import { selectExRightEvidence, selectUnmatchedCodes } from './persistence/day-packages.query';
import type { VendorNote } from './vendor/vendor-note';

/** What the stored packages show: whether previous closes are ex-right references, and codes that match no new one. */
export async function readPackageNotes(db: SqlRunner): Promise<VendorNote[]> {
  const evidence = await selectExRightEvidence(db);
  const codes = await selectUnmatchedCodes(db);
  return [
    { code: 'ex_right', verdict: decideExRight(evidence), comparedDays: evidence.pairs },
    ...(codes.length === 0 ? [] : [{ code: 'unmatched_codes', codes } as const]),
  ];
}
