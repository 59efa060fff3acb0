import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { TrackingModule } from '#lib/tracking';
import { AiCosts } from './ai-costs.service';
import { AiWatch } from './ai-watch.service';
import { DrainSchedule } from './drains/drain-schedule.service';
import { Drains } from './drains/drains.service';
import { ReplayReports } from './replays/replay-reports.service';
import { Replays } from './replays/replays.service';
import { AiModule } from './ai.module';
import { ModelAnswers } from './model-answers.service';
import { ModelListModule } from './model-list/model-list.module';
import { ModelHealthChecks } from './model-health.service';
import { FillDays } from './fills/fill-days.service';
import { FillQueues } from './fills/fill-queues.service';
import { FillRequests } from './fills/fill-requests.service';

/**
 * Asking for fills and drains, and reading them. The worker adds `AiFills` and `DrainLanes`, which ask models, beside its
 * `AiPanel`.
 */
@Module({
  imports: [MarketDataModule, ModelListModule, TrackingModule, AiModule],
  providers: [
    FillDays,
    FillQueues,
    FillRequests,
    Drains,
    DrainSchedule,
    AiWatch,
    AiCosts,
    ModelHealthChecks,
    Replays,
    ReplayReports,
    ModelAnswers,
  ],
  exports: [
    ModelListModule,
    FillDays,
    FillQueues,
    FillRequests,
    Drains,
    DrainSchedule,
    AiWatch,
    AiCosts,
    ModelHealthChecks,
    Replays,
    ReplayReports,
    ModelAnswers,
  ],
})
export class AiFillModule {}
