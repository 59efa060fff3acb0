import { Module } from '@nestjs/common';
import { AiModule } from '#lib/ai';
import { ChipsModule } from '#lib/chips';
import { MarketDataModule } from '#lib/market-data';
import { MarketSyncModule } from '#lib/market-sync';
import { TrackingModule } from '#lib/tracking';
import { HttpModule } from '../http/http.module';
import { BarSeriesController } from './bar-series.controller';
import { MarketChangesController } from './market-changes.controller';
import { MarketReads } from './market-reads';
import { StocksController } from './stocks.controller';

@Module({
  imports: [AiModule, HttpModule, ChipsModule, MarketDataModule, MarketSyncModule, TrackingModule],
  controllers: [StocksController, BarSeriesController, MarketChangesController],
  providers: [MarketReads],
})
export class MarketStocksApiModule {}
