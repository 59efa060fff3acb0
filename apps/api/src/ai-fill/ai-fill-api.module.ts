import { Module } from '@nestjs/common';
import { AiModule } from '#lib/ai';
import { MarketDataModule } from '#lib/market-data';
import { TrackRecordController } from './track-record.controller';

@Module({ imports: [AiModule, MarketDataModule], controllers: [TrackRecordController] })
export class AiFillApiModule {}
