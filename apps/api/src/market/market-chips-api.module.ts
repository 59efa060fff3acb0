import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { TrackingModule } from '#lib/tracking';
import { WaitingReply } from '../jobs/waiting-reply';
import { ChipsController } from './chips.controller';
import { CyqController } from './cyq.controller';
import { MarketImportsController } from './market-imports.controller';
import { RisersController } from './risers.controller';
import { UploadsModule } from '#lib/uploads';

@Module({
  imports: [MarketDataModule, TrackingModule, UploadsModule],
  controllers: [ChipsController, CyqController, MarketImportsController, RisersController],
  providers: [WaitingReply],
})
export class MarketChipsApiModule {}
