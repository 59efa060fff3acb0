/** Whether previous closes of a vendor are the exchange's ex-right references. */
export type ExRightVerdict = 'yes' | 'no' | 'unknown';

/** What neighbouring open days of the stored market show. */
export interface ExRightEvidence {
  /** Pairs of neighbouring open days that are both stored. */
  readonly pairs: number;
  /** Stocks with a bar on both days of a pair whose previous close is not the last close. */
  readonly differences: number;
}

/** Without a difference in so many days of the whole market there are none: every month some stocks go ex-right. */
const ENOUGH_PAIRS = 60;
/** One row may be a mistake of the file. */
const ENOUGH_DIFFERENCES = 3;

/** Decides by what was seen. A hole between two days is no evidence. Source: docs/market-tdx.md, "Ex-right closes". */
export function decideExRight({ pairs, differences }: ExRightEvidence): ExRightVerdict {
  if (differences >= ENOUGH_DIFFERENCES) return 'yes';
  return pairs >= ENOUGH_PAIRS ? 'no' : 'unknown';
}
