import { Module } from '@nestjs/common';
import { AiFillModule, AiModule } from '#lib/ai';
import { MarketDataModule } from '#lib/market-data';
import { WaitingReply } from '../jobs/waiting-reply';
import { AiRunsController } from './ai-runs.controller';
import { DrainsController } from './drains.controller';
import { FillsController } from './fills.controller';
import { QueuesController } from './queues.controller';

@Module({
  imports: [AiModule, AiFillModule, MarketDataModule],
  controllers: [FillsController, QueuesController, DrainsController, AiRunsController],
  providers: [WaitingReply],
})
export class AiFillApiModule {}
