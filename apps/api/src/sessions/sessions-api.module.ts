import { Module } from '@nestjs/common';
import { AiModule } from '#lib/ai';
import { MarketDataModule } from '#lib/market-data';
import { TrackingModule } from '#lib/tracking';
import { AutoCloseController } from './auto-close.controller';
import { DrawingsController } from './drawings.controller';
import { SessionsController } from './sessions.controller';

@Module({
  imports: [AiModule, TrackingModule, MarketDataModule],
  controllers: [SessionsController, AutoCloseController, DrawingsController],
})
export class SessionsApiModule {}
