import { isVendorSource, type MarketSource, type VendorSource } from '#lib/config';
import { AppError } from '#lib/kernel';
import type { MarketVendor } from './market-vendor';

/** The vendor of the source that is chosen now: each use asks again, as an administrator may choose another one. */
export abstract class MarketVendors {
  /** The source that is chosen now. */
  protected abstract source(): Promise<MarketSource>;

  abstract get(source: VendorSource): MarketVendor;

  /** @returns undefined if the market is the demo, or comes from files. */
  async find(): Promise<MarketVendor | undefined> {
    const source = await this.source();
    return isVendorSource(source) ? this.get(source) : undefined;
  }

  /** @throws AppError 503 `market_not_configured` if the source is not a vendor. */
  async current(): Promise<MarketVendor> {
    const vendor = await this.find();
    if (vendor !== undefined) return vendor;
    const message =
      'market data are synced only from tdx, or from tushare with a token: choose a source, or set MARKET_SOURCE';
    throw AppError.unavailable('market_not_configured', message, { retryable: false });
  }
}
