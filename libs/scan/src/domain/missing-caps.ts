/** Says how many stocks a scan could not judge for want of a market cap, and what to do about it. */
export function missingCapsWarning(withoutCap: number): string[] {
  if (withoutCap === 0) return [];
  return [
    `${withoutCap} stocks with bars in the range have no circulating market cap and were not judged; ` +
      'supply it with "market import … --shares FILE" (code,circulating_shares[,date])',
  ];
}
