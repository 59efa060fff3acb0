import { Global, Module } from '@nestjs/common';
import { ChipVendor } from '#lib/chips';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database } from '#lib/database';
import { Clock } from '#lib/kernel';
import { MarketDataModule, TradingCalendarService } from '#lib/market-data';
import { MarketSourceModule, MarketSourceService } from '#lib/market-source';
import { MarketVendors } from '#lib/market-sync';
import { ChosenMarketVendors } from './chosen-market-vendors';
import { ChosenTushare } from './tushare/chosen-tushare';
import { Tushare } from './tushare/tushare';
import { TushareChips } from './tushare/tushare-chips';

/**
 * The vendors behind the interfaces of the libs that use them. Global: market-sync and chips know the interfaces only, so
 * each application imports this module once.
 */
@Global()
@Module({
  imports: [MarketDataModule, MarketSourceModule],
  providers: [
    { provide: Tushare, useClass: ChosenTushare },
    {
      provide: MarketVendors,
      inject: [APP_CONFIG, Tushare, Database, Clock, TradingCalendarService, MarketSourceService],
      useFactory: (
        config: AppConfig,
        tushare: Tushare,
        database: Database,
        clock: Clock,
        calendars: TradingCalendarService,
        sources: MarketSourceService,
      ) => new ChosenMarketVendors(sources, { config, tushare, database, clock, calendars }),
    },
    { provide: ChipVendor, inject: [Tushare], useFactory: (tushare: Tushare) => new TushareChips(tushare) },
  ],
  exports: [Tushare, MarketVendors, ChipVendor],
})
export class VendorsModule {}
