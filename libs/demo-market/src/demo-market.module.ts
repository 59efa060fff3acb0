import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { DemoMarketService } from './demo-market.service';

@Module({ imports: [MarketDataModule], providers: [DemoMarketService], exports: [DemoMarketService] })
export class DemoMarketModule {}
