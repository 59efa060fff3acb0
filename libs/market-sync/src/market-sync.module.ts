import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { MarketCalendarService } from './market-calendar.service';
import { MarketCoverageService } from './market-coverage.service';
import { MarketDoctorService } from './market-doctor.service';
import { MarketDaysService } from './market-days.service';
import { MarketStatusService } from './market-status.service';
import { MarketSyncRunnerService } from './market-sync-runner.service';
import { MarketSyncsService } from './market-syncs.service';
import { MarketWatchService } from './market-watch.service';

const SERVICES = [
  MarketStatusService,
  MarketWatchService,
  MarketCalendarService,
  MarketDaysService,
  MarketCoverageService,
  MarketSyncsService,
  MarketSyncRunnerService,
  MarketDoctorService,
];

/** Needs a `MarketVendor`: the application imports `VendorsModule`, which is global. */
@Module({ imports: [MarketDataModule], providers: SERVICES, exports: SERVICES })
export class MarketSyncModule {}
