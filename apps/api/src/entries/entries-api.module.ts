import { Module } from '@nestjs/common';
import { TrackingModule } from '#lib/tracking';
import { WaitingReply } from '../jobs/waiting-reply';
import { EntriesController } from './entries.controller';

@Module({ imports: [TrackingModule], controllers: [EntriesController], providers: [WaitingReply] })
export class EntriesApiModule {}
