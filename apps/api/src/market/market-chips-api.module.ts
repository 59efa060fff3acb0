import { Module } from '@nestjs/common';
import { ChipsModule } from '#lib/chips';
import { MarketDataModule } from '#lib/market-data';
import { TrackingModule } from '#lib/tracking';
import { UploadsModule } from '#lib/uploads';
import { HttpModule } from '../http/http.module';
import { WaitingResponse } from '../jobs/waiting-response';
import { ChipsController } from './chips.controller';
import { CyqController } from './cyq.controller';
import { MarketReads } from './market-reads';
import { MarketImportsController } from './market-imports.controller';
import { RisersController } from './risers.controller';

@Module({
  imports: [HttpModule, MarketDataModule, ChipsModule, TrackingModule, UploadsModule],
  controllers: [ChipsController, CyqController, MarketImportsController, RisersController],
  providers: [MarketReads, WaitingResponse],
})
export class MarketChipsApiModule {}
