import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { BarSeriesController } from './bar-series.controller';
import { StocksController } from './stocks.controller';

@Module({ imports: [MarketDataModule], controllers: [StocksController, BarSeriesController] })
export class MarketStocksApiModule {}
