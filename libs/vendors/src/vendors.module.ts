import { Global, Module } from '@nestjs/common';
import { ChipVendor } from '#lib/chips';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database } from '#lib/database';
import { Clock } from '#lib/kernel';
import { MarketDataModule, TradingCalendarService } from '#lib/market-data';
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
  imports: [MarketDataModule],
  providers: [
    tushareProvider,
    {
      provide: MarketVendor,
      inject: [APP_CONFIG, Tushare, Database, Clock, TradingCalendarService],
      useFactory: (
        config: AppConfig,
        tushare: Tushare,
        database: Database,
        clock: Clock,
        calendars: TradingCalendarService,
      ) => createMarketVendor({ config, tushare, database, clock, calendars }),
    },
    { provide: ChipVendor, inject: [Tushare], useFactory: (tushare: Tushare) => new TushareChips(tushare) },
  ],
  exports: [Tushare, MarketVendor, ChipVendor],
})
export class VendorsModule {}
