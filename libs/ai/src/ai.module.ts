import { Module } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database } from '#lib/database';
import { MarketDataModule } from '#lib/market-data';
import { MarketSyncModule } from '#lib/market-sync';
import { TrackingModule } from '#lib/tracking';
import { AiBudgetService } from './ai-budget.service';
import { AiRunsService } from './ai-runs.service';
import { configurePanel } from './configure-panel';
import { answerByRules } from './domain/rules/answer-by-rules';
import { RULES_VERSION } from './domain/rules/thresholds';
import { FundamentalScoreService } from './fundamental/fundamental-score.service';
import { MarketLevelsService } from './market-levels.service';
import { ModelListModule } from './model-list/model-list.module';
import { AiPanel } from './panel';
import { JudgedSessionsService } from './track-record/judged-sessions.service';
import { TrackRecordService } from './track-record/track-record.service';

/** Only the worker's jobs call the panel; the API needs its services to queue them. */
@Module({
  imports: [MarketDataModule, MarketSyncModule, ModelListModule, TrackingModule],
  providers: [
    AiBudgetService,
    AiRunsService,
    {
      provide: AiPanel,
      inject: [APP_CONFIG, Database],
      useFactory: (config: AppConfig, database: Database): AiPanel =>
        configurePanel({ config, database, rules: { version: RULES_VERSION, answer: answerByRules } }),
    },
    FundamentalScoreService,
    JudgedSessionsService,
    MarketLevelsService,
    TrackRecordService,
  ],
  exports: [
    AiBudgetService,
    AiRunsService,
    AiPanel,
    FundamentalScoreService,
    JudgedSessionsService,
    MarketLevelsService,
    TrackRecordService,
  ],
})
export class AiModule {}
