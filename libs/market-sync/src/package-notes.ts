import type { SqlRunner } from '#lib/database';
import type { TradingCalendar } from '#lib/market-data';
import { decideExRight } from './domain/ex-right-evidence';
import { selectExRightEvidence, selectUnmatchedCodes } from './persistence/day-packages.query';
import { readReferencePrices } from './store-stock-sets';
import type { VendorNote } from './vendor/vendor-note';

/** A stored previous close that differs from the records' by more yuan disagrees. */
const ROUNDING = 0.01 + 1e-6;

/**
 * What the stored packages show: whether previous closes are ex-right references, whether records agree with them, and
 * codes that match no new one.
 */
export async function readPackageNotes(db: SqlRunner, calendar: TradingCalendar): Promise<VendorNote[]> {
  const evidence = await selectExRightEvidence(db);
  const verdict = decideExRight(evidence);
  const codes = await selectUnmatchedCodes(db);
  // If the verdict is no, the previous closes are the records' own.
  const prices = verdict === 'yes' ? await readReferencePrices(db, calendar) : [];
  const compared = prices.flatMap(({ preClose, reference }) => (preClose === null ? [] : [preClose - reference]));
  const differences = compared.filter((difference) => Math.abs(difference) > ROUNDING).length;
  return [
    { code: 'ex_right', verdict, comparedDays: evidence.pairs },
    ...(compared.length === 0 ? [] : [{ code: 'reference_prices', compared: compared.length, differences } as const]),
    ...(codes.length === 0 ? [] : [{ code: 'unmatched_codes', codes } as const]),
  ];
}
