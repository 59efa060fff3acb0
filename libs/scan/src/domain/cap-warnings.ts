/** Caps that a scan had to do without, or to estimate. */
export interface CapDoubts {
  /** Stocks with bars in the range and neither a cap nor shares to estimate one from. */
  withoutCap: number;
  /** Candidates whose cap is their close times the circulating shares of an earlier day. */
  estimatedCaps: number;
  /** Whether the market comes from a vendor, which gives caps later. */
  byVendor: boolean;
}

/** Warns which caps a scan estimated, how many stocks it could not evaluate without one, and what to do about it. */
export function capWarnings({ withoutCap, estimatedCaps, byVendor }: CapDoubts): string[] {
  return [
    ...(estimatedCaps === 0
      ? []
      : [
          `for ${estimatedCaps} candidates the last day has no market cap yet; it is estimated as close x the last known ` +
            `circulating shares (capEstimated)${byVendor ? '; the vendor gives daily_basic later, scan again then' : ''}`,
        ]),
    ...(withoutCap === 0
      ? []
      : [
          `${withoutCap} stocks with bars in the range have no circulating market cap and were not judged; ` +
            (byVendor
              ? 'the vendor has not given their daily_basic yet, it is asked again by itself: scan again then'
              : 'supply it with "market import … --shares FILE" (code,circulating_shares[,date])'),
        ]),
  ];
}
