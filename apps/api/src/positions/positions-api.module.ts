import { Module } from '@nestjs/common';
import { TrackingModule } from '#lib/tracking';
import { UploadsModule } from '#lib/uploads';
import { WaitingReply } from '../jobs/waiting-reply';
import { PositionsController } from './positions.controller';

@Module({ imports: [TrackingModule, UploadsModule], controllers: [PositionsController], providers: [WaitingReply] })
export class PositionsApiModule {}
