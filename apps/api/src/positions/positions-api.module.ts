import { Module } from '@nestjs/common';
import { TrackingModule } from '#lib/tracking';
import { UploadsModule } from '#lib/uploads';
import { WaitingResponse } from '../jobs/waiting-response';
import { PositionsController } from './positions.controller';

@Module({ imports: [TrackingModule, UploadsModule], controllers: [PositionsController], providers: [WaitingResponse] })
export class PositionsApiModule {}
