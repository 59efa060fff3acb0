import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { TrackingModule } from '#lib/tracking';
import { BarSeriesController } from './bar-series.controller';
import { StocksController } from './stocks.controller';

@Module({ imports: [MarketDataModule, TrackingModule], controllers: [StocksController, BarSeriesController] })
export class MarketStocksApiModule {}
