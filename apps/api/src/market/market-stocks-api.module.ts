import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { StocksController } from './stocks.controller';

@Module({ imports: [MarketDataModule], controllers: [StocksController] })
export class MarketStocksApiModule {}
