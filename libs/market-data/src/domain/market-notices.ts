/** What must stand beside every number that comes from a market of this source; nothing for real bars. */
export function marketNotices(source: string): string[] {
  switch (source) {
    case 'demo':
      return ['demo data: this market is generated, its prices and volumes are not real (演示数据，非真实行情)'];
    case 'none':
      return ['no market data yet: import some with "market import", or start with MARKET_SOURCE=demo'];
    default:
      return [];
  }
}
