import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { CompanyScoresService } from './company-scores.service';

/** The scores of companies without models, queues and budgets. */
@Module({ imports: [MarketDataModule], providers: [CompanyScoresService], exports: [CompanyScoresService] })
export class CompanyScoresModule {}
