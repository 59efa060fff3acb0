import type { MarketSource, VendorSource } from '#lib/config';
import type { MarketSourceService } from '#lib/market-source';
import { type MarketVendor, MarketVendors } from '#lib/market-sync';
import { createMarketVendor, type VendorParts } from './market-vendors';

/** The vendor of the source that the settings or an administrator name. Each is made once, with what it remembers. */
export class ChosenMarketVendors extends MarketVendors {
  private readonly vendors = new Map<VendorSource, MarketVendor>();

  constructor(
    private readonly sources: MarketSourceService,
    private readonly parts: VendorParts,
  ) {
    super();
  }

  override get(source: VendorSource): MarketVendor {
    const vendor = this.vendors.get(source) ?? createMarketVendor(source, this.parts);
    this.vendors.set(source, vendor);
    return vendor;
  }

  protected override source(): Promise<MarketSource> {
    return this.sources.current();
  }
}
