import { Module } from '@nestjs/common';
import { AiModule } from '#lib/ai';
import { MarketDataModule } from '#lib/market-data';
import { ScreensModule } from '#lib/screens';
import { TrackingModule } from '#lib/tracking';
import { HttpModule } from '../http/http.module';
import { ListFile } from '../http/list-file';
import { AutoCloseController } from './auto-close.controller';
import { DrawingsController } from './drawings.controller';
import { SessionsController } from './sessions.controller';

@Module({
  imports: [HttpModule, AiModule, TrackingModule, MarketDataModule, ScreensModule],
  controllers: [SessionsController, AutoCloseController, DrawingsController],
  providers: [ListFile],
})
export class SessionsApiModule {}
