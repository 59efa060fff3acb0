import { isVendorSource, type VendorSource } from '#lib/config';
import type { MarketVendor } from '#lib/market-sync';
import { type TdxParts, TdxVendor } from './tdx/tdx-vendor';
import type { Tushare } from './tushare/tushare';
import { TushareVendor } from './tushare/tushare-vendor';
import { UnconfiguredVendor } from './unconfigured-vendor';

/** What vendors are made from. */
export interface VendorParts extends TdxParts {
  readonly tushare: Tushare;
}

/** Every vendor by its `MARKET_SOURCE`. A new one is a folder next to `tushare/` and a line here. */
const MARKET_VENDORS: Readonly<Record<VendorSource, (parts: VendorParts) => MarketVendor>> = {
  tushare: ({ tushare }) => new TushareVendor(tushare),
  tdx: (parts) => new TdxVendor(parts),
};

/** The vendor that the settings select. */
export function createMarketVendor(parts: VendorParts): MarketVendor {
  const { marketSource } = parts.config;
  return isVendorSource(marketSource) ? MARKET_VENDORS[marketSource](parts) : new UnconfiguredVendor();
}
