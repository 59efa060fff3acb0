import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { HomeController } from './home.controller';

@Module({ imports: [MarketDataModule], controllers: [HomeController] })
export class HomeModule {}
