import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { ChipCacheService } from './chip-cache.service';
import { ChipViewsService } from './chip-views.service';

const SERVICES = [ChipCacheService, ChipViewsService];

/** Needs a `ChipVendor`: the application imports `VendorsModule`, which is global. */
@Module({ imports: [MarketDataModule], providers: SERVICES, exports: SERVICES })
export class ChipsModule {}
