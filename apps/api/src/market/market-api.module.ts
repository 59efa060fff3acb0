import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { MarketSyncModule } from '#lib/market-sync';
import { MarketController } from './market.controller';

@Module({ imports: [MarketDataModule, MarketSyncModule], controllers: [MarketController] })
export class MarketApiModule {}
