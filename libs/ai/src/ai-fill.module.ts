import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { MarketSyncModule } from '#lib/market-sync';
import { TrackingModule } from '#lib/tracking';
import { AiCostsService } from './ai-costs.service';
import { AiWatchService } from './ai-watch.service';
import { DrainScheduleService } from './drains/drain-schedule.service';
import { DrainsService } from './drains/drains.service';
import { ReplayReportsService } from './replays/replay-reports.service';
import { ReplaysService } from './replays/replays.service';
import { AiModule } from './ai.module';
import { ModelAnswersService } from './model-answers.service';
import { ModelListModule } from './model-list/model-list.module';
import { ModelHealthService } from './model-health.service';
import { FillDaysService } from './fills/fill-days.service';
import { FillQueuesService } from './fills/fill-queues.service';
import { FillRequestsService } from './fills/fill-requests.service';

const SERVICES = [
  FillDaysService,
  FillQueuesService,
  FillRequestsService,
  DrainsService,
  DrainScheduleService,
  AiWatchService,
  AiCostsService,
  ModelHealthService,
  ReplaysService,
  ReplayReportsService,
  ModelAnswersService,
];

/**
 * Requests for fills and drains, and reading them. The worker adds `AiFillsService` and `DrainLanesService`, which call
 * models through its `AiPanel`.
 */
@Module({
  imports: [MarketDataModule, MarketSyncModule, ModelListModule, TrackingModule, AiModule],
  providers: SERVICES,
  exports: [ModelListModule, ...SERVICES],
})
export class AiFillModule {}
