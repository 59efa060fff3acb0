import { Module } from '@nestjs/common';
import { BarMatrixModule } from '#lib/bar-matrix';
import { MarketDataModule } from '#lib/market-data';
import { MarketSyncModule } from '#lib/market-sync';
import { ScreensModule } from '#lib/screens';
import { StudyThreads } from './engine/study-threads';
import { StudiesService } from './studies.service';
import { PortfoliosService } from './portfolios.service';
import { StudyLibraryService } from './study-library.service';
import { StudyRunsService } from './study-runs.service';

const SERVICES = [StudiesService, StudyRunsService, StudyLibraryService, PortfoliosService];

@Module({
  imports: [BarMatrixModule, MarketDataModule, MarketSyncModule, ScreensModule],
  providers: [...SERVICES, StudyThreads],
  exports: SERVICES,
})
export class StudiesModule {}
