import { Module } from '@nestjs/common';
import { AiFillModule } from '#lib/ai';
import { MarketDataModule } from '#lib/market-data';
import { WaitingReply } from '../jobs/waiting-reply';
import { DrainsController } from './drains.controller';
import { FillsController } from './fills.controller';
import { QueuesController } from './queues.controller';

@Module({
  imports: [AiFillModule, MarketDataModule],
  controllers: [FillsController, QueuesController, DrainsController],
  providers: [WaitingReply],
})
export class AiFillApiModule {}
