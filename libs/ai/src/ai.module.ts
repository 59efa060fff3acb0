import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { TrackingModule } from '#lib/tracking';
import { TrackRecord } from './track-record/track-record.service';
import { FundamentalScores } from './fundamental/fundamental-score.service';

@Module({
  imports: [MarketDataModule, TrackingModule],
  providers: [FundamentalScores, TrackRecord],
  exports: [FundamentalScores, TrackRecord],
})
export class AiModule {}
