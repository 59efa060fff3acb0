import type { VendorSource } from '#lib/config';
import type { MarketVendor } from '#lib/market-sync';
import { type TdxParts, TdxVendor } from './tdx/tdx-vendor';
import type { Tushare } from './tushare/tushare';
import { TushareVendor } from './tushare/tushare-vendor';

/** What vendors are made from. */
export interface VendorParts extends TdxParts {
  readonly tushare: Tushare;
}

/** Every vendor by its source. A new one is a folder next to `tushare/` and a line here. */
const MARKET_VENDORS: Readonly<Record<VendorSource, (parts: VendorParts) => MarketVendor>> = {
  tushare: ({ tushare, config }) => new TushareVendor(tushare, config.tushare.moneyFlow),
  tdx: (parts) => new TdxVendor(parts),
};

export function createMarketVendor(source: VendorSource, parts: VendorParts): MarketVendor {
  return MARKET_VENDORS[source](parts);
}
