import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { MarketSourceModule } from '#lib/market-source';
import { ChipCacheService } from './chip-cache.service';
import { ChipModelService } from './chip-model.service';
import { ChipViewsService } from './chip-views.service';

const SERVICES = [ChipModelService, ChipCacheService, ChipViewsService];

/** Needs a `ChipVendor`: the application imports `VendorsModule`, which is global. */
@Module({ imports: [MarketDataModule, MarketSourceModule], providers: SERVICES, exports: SERVICES })
export class ChipsModule {}
