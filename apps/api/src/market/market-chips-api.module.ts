import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { TrackingModule } from '#lib/tracking';
import { WaitingReply } from '../jobs/waiting-reply';
import { ChipsController } from './chips.controller';
import { CyqController } from './cyq.controller';

@Module({
  imports: [MarketDataModule, TrackingModule],
  controllers: [ChipsController, CyqController],
  providers: [WaitingReply],
})
export class MarketChipsApiModule {}
