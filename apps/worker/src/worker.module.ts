import { type DynamicModule, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import {
  AiFillModule,
  AiFillsService,
  AiModule,
  AiPanel,
  DrainLanesService,
  FundamentalScoreService,
  QuestionMaterialService,
  DefaultDrainWaitLimits,
  ReplayLanesService,
  ReplayQuestionsService,
  ReplayScoringService,
} from '#lib/ai';
import { BackupModule } from '#lib/backup';
import { type AppConfig, ConfigModule } from '#lib/config';
import { DatabaseModule } from '#lib/database';
import { DemoMarketModule } from '#lib/demo-market';
import { DemoWorkModule } from '#lib/getting-started';
import { AppError, type Clock } from '#lib/kernel';
import { MarketDataModule } from '#lib/market-data';
import { MarketSourceModule } from '#lib/market-source';
import { MarketSyncModule } from '#lib/market-sync';
import { type Logger, ObservabilityModule } from '#lib/observability';
import { NotificationsModule } from '#lib/notifications';
import { PortfolioModule } from '#lib/portfolio';
import { QueueModule } from '#lib/queue';
import { ScanModule } from '#lib/scan';
import { ENTITIES, JOBS, RETENTION, SCHEMA } from '#lib/schema';
import { StudiesModule } from '#lib/studies';
import { SeoModule } from '#lib/seo';
import { TrackingModule } from '#lib/tracking';
import { UpkeepModule } from '#lib/upkeep';
import { UploadsModule } from '#lib/uploads';
import { VendorsModule } from '#lib/vendors';
import { ScoreJudgementsHandler } from './ai-fill/score-judgements.handler';
import { ReplayLaneHandler } from './ai-fill/replay-lane.handler';
import { ScoreReplayHandler } from './ai-fill/score-replay.handler';
import { ScoreFundamentalHandler } from './fundamental/score-fundamental.handler';
import { DrainLaneHandler } from './ai-fill/drain-lane.handler';
import { DryRunFillHandler } from './ai-fill/dry-run-fill.handler';
import { FillDailyHandler } from './ai-fill/fill-daily.handler';
import { FillMissingDaysHandler } from './ai-fill/fill-missing-days.handler';
import { FillWeeklyHandler } from './ai-fill/fill-weekly.handler';
import { NightlyBackupHandler } from './backup/nightly-backup.handler';
import { GrowDemoMarketHandler } from './market/grow-demo-market.handler';
import { CreateDemoWorkHandler } from './market/create-demo-work.handler';
import { ImportMarketHandler } from './market/import-market.handler';
import { ReadMarketFilesHandler } from './market/read-market-files.handler';
import { SyncMarketHandler } from './market/sync-market.handler';
import { EvaluateRulesHandler } from './notifications/evaluate-rules.handler';
import { NotificationLoop } from './notifications/notification-loop';
import { NotificationSchedules } from './notifications/notification-schedules';
import { ImportHoldingsHandler } from './positions/import-holdings.handler';
import { ImportPositionsHandler } from './positions/import-positions.handler';
import { ReplacePositionsHandler } from './positions/replace-positions.handler';
import { FirstScanBatchHandler, ScanBatchHandler } from './scan/scan-batch.handler';
import { ScanRangeHandler } from './scan/scan-range.handler';
import { RunStudyHandler } from './studies/run-study.handler';
import { StudyLibraryHandler } from './studies/study-library.handler';
import { StudySchedules } from './studies/study-schedules';
import { AiSchedules, DemoSchedules, Schedules } from './schedules';
import { SyncCyqHandler } from './tracking/sync-cyq.handler';
import { SyncMarketCyqHandler } from './tracking/sync-market-cyq.handler';
import { ImportSeoHandler } from './seo/import-seo.handler';
import { UndoSeoImportHandler } from './seo/undo-seo-import.handler';
import { PruneJobsHandler, RetentionHandler } from './upkeep/retention.handler';
import { SelfAuditHandler } from './upkeep/self-audit.handler';

/** A handler's statement may work through a whole market. */
const STATEMENT_TIMEOUT_MS = 300_000;

/** Connections for claims and the reconciler while every running job holds one. */
const SPARE_CONNECTIONS = 2;

export interface WorkerOptions {
  /** `false`: jobs are run, but nothing starts by the clock. */
  schedules?: boolean;
  /** Models to ask in place of the configured ones. */
  panel?: AiPanel;
  /** How long drains wait for models, in place of the usual. */
  drainPatience?: DefaultDrainWaitLimits;
  /** The business clock; the machine's, or `CLOCK_START`'s, where it is left out. */
  clock?: Clock;
}

@Module({})
export class WorkerModule {
  static forRoot(
    config: AppConfig,
    logger: Logger,
    { schedules = true, panel, drainPatience = new DefaultDrainWaitLimits(), clock }: WorkerOptions = {},
  ): DynamicModule {
    if (config.databaseUrl === undefined) {
      throw new AppError('precondition_failed', 'no_database', 'DATABASE_URL must be set; npm start does that');
    }
    const queues = new Set(JOBS.map((job) => job.queue)).size;
    return {
      module: WorkerModule,
      imports: [
        ConfigModule.forRoot(config, clock),
        ObservabilityModule.forRoot(logger),
        DatabaseModule.forRoot({
          url: config.databaseUrl,
          directUrl: config.databaseDirectUrl,
          replica: config.databaseReplica,
          entities: ENTITIES,
          migrations: [],
          applicationName: 'stock-cycle-worker',
          poolSize: Math.max(config.databasePoolSize, queues * config.workerConcurrency + SPARE_CONNECTIONS),
          statementTimeoutMs: STATEMENT_TIMEOUT_MS,
          serverNice: config.workerNiceDatabase ? config.workerNice : 0,
        }),
        QueueModule.forWorker({ jobs: JOBS }),
        AiFillModule,
        BackupModule,
        MarketDataModule,
        DemoMarketModule,
        DemoWorkModule,
        MarketSourceModule,
        MarketSyncModule,
        VendorsModule,
        ScanModule,
        StudiesModule,
        NotificationsModule,
        SeoModule,
        TrackingModule,
        PortfolioModule,
        UploadsModule,
        UpkeepModule.forRoot({ retention: RETENTION, tables: SCHEMA.tables }),
        AiModule,
        ...(schedules ? [ScheduleModule.forRoot()] : []),
      ],
      providers: [
        RetentionHandler,
        PruneJobsHandler,
        SelfAuditHandler,
        NightlyBackupHandler,
        GrowDemoMarketHandler,
        CreateDemoWorkHandler,
        ImportMarketHandler,
        SyncMarketHandler,
        ReadMarketFilesHandler,
        ScanBatchHandler,
        FirstScanBatchHandler,
        ScanRangeHandler,
        RunStudyHandler,
        StudyLibraryHandler,
        ImportPositionsHandler,
        ReplacePositionsHandler,
        ScoreFundamentalHandler,
        ScoreJudgementsHandler,
        ...(panel === undefined ? [] : [{ provide: AiPanel, useValue: panel }]),
        AiFillsService,
        FundamentalScoreService,
        QuestionMaterialService,
        { provide: DefaultDrainWaitLimits, useValue: drainPatience },
        DrainLanesService,
        ReplayQuestionsService,
        ReplayLanesService,
        ReplayScoringService,
        FillDailyHandler,
        DryRunFillHandler,
        FillMissingDaysHandler,
        FillWeeklyHandler,
        DrainLaneHandler,
        ReplayLaneHandler,
        ScoreReplayHandler,
        SyncCyqHandler,
        SyncMarketCyqHandler,
        ImportHoldingsHandler,
        ImportSeoHandler,
        UndoSeoImportHandler,
        EvaluateRulesHandler,
        NotificationLoop,
        ...(schedules ? [Schedules, AiSchedules, DemoSchedules, StudySchedules, NotificationSchedules] : []),
      ],
    };
  }
}
