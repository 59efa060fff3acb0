import { Module } from '@nestjs/common';
import { ScreensModule } from '#lib/screens';
import { HttpModule } from '../http/http.module';
import { ScreensController } from './screens.controller';

@Module({ imports: [HttpModule, ScreensModule], controllers: [ScreensController] })
export class ScreensApiModule {}
