import { Module } from '@nestjs/common';
import { AiModule } from '#lib/ai';
import { MarketDataModule } from '#lib/market-data';
import { AiRunsController } from './ai-runs.controller';
import { TrackRecordController } from './track-record.controller';

@Module({ imports: [AiModule, MarketDataModule], controllers: [AiRunsController, TrackRecordController] })
export class AiFillApiModule {}
