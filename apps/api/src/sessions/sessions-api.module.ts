import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { TrackingModule } from '#lib/tracking';
import { SessionsController } from './sessions.controller';

@Module({ imports: [TrackingModule, MarketDataModule], controllers: [SessionsController] })
export class SessionsApiModule {}
