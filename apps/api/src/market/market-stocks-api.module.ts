import { Module } from '@nestjs/common';
import { ChipsModule } from '#lib/chips';
import { MarketDataModule } from '#lib/market-data';
import { MarketSyncModule } from '#lib/market-sync';
import { TrackingModule } from '#lib/tracking';
import { HttpModule } from '../http/http.module';
import { BarSeriesController } from './bar-series.controller';
import { MarketReads } from './market-reads';
import { StocksController } from './stocks.controller';

@Module({
  imports: [HttpModule, ChipsModule, MarketDataModule, MarketSyncModule, TrackingModule],
  controllers: [StocksController, BarSeriesController],
  providers: [MarketReads],
})
export class MarketStocksApiModule {}
