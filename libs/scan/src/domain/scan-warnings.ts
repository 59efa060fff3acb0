/** What a reader must know beside a scan's numbers. */
export function scanWarnings(plan: { withoutCap: number; marketSource: string }): string[] {
  const warnings: string[] = [];
  if (plan.marketSource === 'demo') {
    warnings.push('demo data: this market is generated, its prices and volumes are not real (演示数据，非真实行情)');
  }
  if (plan.marketSource === 'none') {
    warnings.push('no market data yet: import some with "market import" or start with MARKET_SOURCE=demo');
  }
  if (plan.withoutCap > 0) {
    warnings.push(
      `${plan.withoutCap} stocks with bars in the range have no circulating market cap and were not judged; ` +
        'supply it with "market import … --shares FILE" (code,circulating_shares[,date])',
    );
  }
  return warnings;
}
