import { Module } from '@nestjs/common';
import { CompanyScoresModule } from '#lib/ai';
import { BarMatrixModule } from '#lib/bar-matrix';
import { MarketDataModule } from '#lib/market-data';
import { MarketSyncModule } from '#lib/market-sync';
import { TrackingModule } from '#lib/tracking';
import { CompaniesService } from './companies.service';
import { ScreenThreads } from './engine/screen-threads';
import { FlowsService } from './flows.service';
import { FormulasService } from './formulas.service';
import { OwnScreensService } from './own-screens.service';
import { ScreenCatalog } from './screen-catalog';
import { ScreenDaysService } from './screen-days.service';
import { ScreenSweepsService } from './screen-sweeps.service';
import { ScreensService } from './screens.service';

const SERVICES = [
  ScreensService,
  ScreenDaysService,
  ScreenSweepsService,
  ScreenCatalog,
  OwnScreensService,
  FormulasService,
];

@Module({
  imports: [BarMatrixModule, CompanyScoresModule, MarketDataModule, MarketSyncModule, TrackingModule],
  providers: [...SERVICES, FlowsService, CompaniesService, ScreenThreads],
  exports: SERVICES,
})
export class ScreensModule {}
