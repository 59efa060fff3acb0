import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { MarketSourceModule } from '#lib/market-source';
import { MarketCalendarService } from './market-calendar.service';
import { MarketCoverageService } from './market-coverage.service';
import { MarketDoctorService } from './market-doctor.service';
import { MarketDaysService } from './market-days.service';
import { MarketStatusService } from './market-status.service';
import { MarketSourceChoiceService } from './market-source-choice.service';
import { MarketSyncRunnerService } from './market-sync-runner.service';
import { MarketSyncsService } from './market-syncs.service';
import { MarketWatchService } from './market-watch.service';
import { MoneyFlowService } from './money-flow.service';

const SERVICES = [
  MarketStatusService,
  MarketWatchService,
  MarketCalendarService,
  MarketDaysService,
  MarketCoverageService,
  MarketSyncsService,
  MarketSyncRunnerService,
  MarketDoctorService,
  MarketSourceChoiceService,
  MoneyFlowService,
];

/** Needs a `MarketVendors`: the application imports `VendorsModule`, which is global. */
@Module({ imports: [MarketDataModule, MarketSourceModule], providers: SERVICES, exports: SERVICES })
export class MarketSyncModule {}
