import { Module } from '@nestjs/common';
import { AiFillModule } from '#lib/ai';
import { BackupModule } from '#lib/backup';
import { BarMatrixModule } from '#lib/bar-matrix';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { MarketSyncModule } from '#lib/market-sync';
import { HealthController } from './health.controller';
import { MetricsAccess } from './metrics-access';
import { MetricsListener } from './metrics-listener';
import { MetricsService } from './metrics.service';
import { ProbeDatabase } from './probe-database';
import { ProcessFigures } from './process-figures';
import { ReadinessService } from './readiness.service';

@Module({
  imports: [AiFillModule, BackupModule, BarMatrixModule, MarketSyncModule],
  controllers: [HealthController],
  providers: [
    { provide: ProbeDatabase, useFactory: (config: AppConfig) => ProbeDatabase.open(config), inject: [APP_CONFIG] },
    ReadinessService,
    MetricsService,
    ProcessFigures,
    MetricsAccess,
    MetricsListener,
  ],
})
export class HealthModule {}
