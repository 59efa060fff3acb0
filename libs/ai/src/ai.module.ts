import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { TrackingModule } from '#lib/tracking';
import { FundamentalScores } from './fundamental/fundamental-score.service';

@Module({ imports: [MarketDataModule, TrackingModule], providers: [FundamentalScores], exports: [FundamentalScores] })
export class AiModule {}
