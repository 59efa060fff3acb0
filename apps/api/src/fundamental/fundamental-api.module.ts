import { Module } from '@nestjs/common';
import { AiModule } from '#lib/ai';
import { WaitingReply } from '../jobs/waiting-reply';
import { FundamentalController } from './fundamental.controller';

@Module({ imports: [AiModule], controllers: [FundamentalController], providers: [WaitingReply] })
export class FundamentalApiModule {}
