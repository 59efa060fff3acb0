import { VendorError } from '#lib/market-data';
import { DAY_SETS, MarketVendor, REPORT_KINDS, WHOLE_SETS } from '#lib/market-sync';

/** The vendor of an installation whose market comes from files or is the demo: every fetch says that none is configured. */
export class UnconfiguredVendor extends MarketVendor {
  override readonly daySets = DAY_SETS;
  override readonly wholeSets = WHOLE_SETS;
  override readonly reportKinds = REPORT_KINDS;

  override get source(): never {
    throw unconfigured();
  }

  override fetchDay = rejectUnconfigured;
  override fetchWhole = rejectUnconfigured;
  override fetchReports = rejectUnconfigured;
}

function rejectUnconfigured(): Promise<never> {
  return Promise.reject(unconfigured());
}

function unconfigured(): VendorError {
  return new VendorError('not_configured', 'no vendor of market data is configured: set MARKET_SOURCE', null, 0);
}
