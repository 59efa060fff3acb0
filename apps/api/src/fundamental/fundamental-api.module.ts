import { Module } from '@nestjs/common';
import { AiModule } from '#lib/ai';
import { WaitingResponse } from '../jobs/waiting-response';
import { FundamentalController } from './fundamental.controller';

@Module({ imports: [AiModule], controllers: [FundamentalController], providers: [WaitingResponse] })
export class FundamentalApiModule {}
