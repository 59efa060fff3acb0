import { Module } from '@nestjs/common';
import { TrackingModule } from '#lib/tracking';
import { SessionsController } from './sessions.controller';

@Module({ imports: [TrackingModule], controllers: [SessionsController] })
export class SessionsApiModule {}
