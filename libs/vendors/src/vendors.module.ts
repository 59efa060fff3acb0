import { Global, Module } from '@nestjs/common';
import { ChipVendor } from '#lib/chips';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { MarketVendor } from '#lib/market-sync';
import { createMarketVendor } from './market-vendors';
import { Tushare } from './tushare/tushare';
import { TushareChips } from './tushare/tushare-chips';
import { tushareProvider } from './tushare/tushare-provider';

/**
 * The vendors behind the interfaces of the libs that use them. Global: market-sync and chips know the interfaces only, so
 * each application imports this module once.
 */
@Global()
@Module({
  providers: [
    tushareProvider,
    {
      provide: MarketVendor,
      inject: [APP_CONFIG, Tushare],
      useFactory: (config: AppConfig, tushare: Tushare) => createMarketVendor({ config, tushare }),
    },
    { provide: ChipVendor, inject: [Tushare], useFactory: (tushare: Tushare) => new TushareChips(tushare) },
  ],
  exports: [Tushare, MarketVendor, ChipVendor],
})
export class VendorsModule {}
