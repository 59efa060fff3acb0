import { Module } from '@nestjs/common';
import { AiModule } from '#lib/ai';
import { MarketDataModule } from '#lib/market-data';
import { PortfolioModule } from '#lib/portfolio';
import { ScanModule } from '#lib/scan';
import { DemoWorkService } from './demo-work.service';

/** Needs the global modules of settings, database and queue. */
@Module({
  imports: [AiModule, MarketDataModule, PortfolioModule, ScanModule],
  providers: [DemoWorkService],
  exports: [DemoWorkService],
})
export class DemoWorkModule {}
