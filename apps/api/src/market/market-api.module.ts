import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { MarketSourceModule } from '#lib/market-source';
import { MarketSyncModule } from '#lib/market-sync';
import { MarketController } from './market.controller';
import { MarketSourceController } from './market-source.controller';

@Module({
  imports: [MarketDataModule, MarketSourceModule, MarketSyncModule],
  controllers: [MarketController, MarketSourceController],
})
export class MarketApiModule {}
