import { Module } from '@nestjs/common';
import { AiModule } from '#lib/ai';
import { MarketDataModule } from '#lib/market-data';
import { TrackingModule } from '#lib/tracking';
import { SessionsController } from './sessions.controller';

@Module({ imports: [AiModule, TrackingModule, MarketDataModule], controllers: [SessionsController] })
export class SessionsApiModule {}
