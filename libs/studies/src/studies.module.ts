import { Module } from '@nestjs/common';
import { BarMatrixModule } from '#lib/bar-matrix';
import { MarketDataModule } from '#lib/market-data';
import { MarketSyncModule } from '#lib/market-sync';
import { ScreensModule } from '#lib/screens';
import { StudyThreads } from './engine/study-threads';
import { StudiesService } from './studies.service';
import { StudyRunsService } from './study-runs.service';

@Module({
  imports: [BarMatrixModule, MarketDataModule, MarketSyncModule, ScreensModule],
  providers: [StudiesService, StudyRunsService, StudyThreads],
  exports: [StudiesService, StudyRunsService],
})
export class StudiesModule {}
