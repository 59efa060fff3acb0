import { Module } from '@nestjs/common';
import { AiFillModule, AiModule } from '#lib/ai';
import { MarketDataModule } from '#lib/market-data';
import { WaitingResponse } from '../jobs/waiting-response';
import { AiCostsController } from './ai-costs.controller';
import { AiModelsController } from './ai-models.controller';
import { AiRunsController } from './ai-runs.controller';
import { DrainsController } from './drains.controller';
import { FillsController } from './fills.controller';
import { QueuesController } from './queues.controller';
import { EventRatesController } from './event-rates.controller';
import { ModelAnswersController } from './model-answers.controller';
import { ReplaysController } from './replays.controller';
import { TrackRecordController } from './track-record.controller';

@Module({
  imports: [AiModule, AiFillModule, MarketDataModule],
  controllers: [
    FillsController,
    QueuesController,
    DrainsController,
    AiRunsController,
    AiCostsController,
    AiModelsController,
    EventRatesController,
    TrackRecordController,
    ReplaysController,
    ModelAnswersController,
  ],
  providers: [WaitingResponse],
})
export class AiFillApiModule {}
