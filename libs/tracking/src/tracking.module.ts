import { Module } from '@nestjs/common';
import { ChipsModule } from '#lib/chips';
import { MarketDataModule } from '#lib/market-data';
import { AutoCloseService } from './auto-close.service';
import { CyqSyncService } from './cyq-sync.service';
import { DrawingsService } from './drawings.service';
import { EntrySuggestionsService } from './entry-suggestions.service';
import { RecordsService } from './records.service';
import { ReviewCalendarService } from './review-calendar/review-calendar.service';
import { RisersService } from './risers.service';
import { SessionMarketService } from './session-market.service';
import { SessionTotalsService } from './session-totals.service';
import { SessionsService } from './sessions.service';

const SERVICES = [
  SessionMarketService,
  SessionTotalsService,
  CyqSyncService,
  SessionsService,
  RecordsService,
  DrawingsService,
  AutoCloseService,
  EntrySuggestionsService,
  RisersService,
  ReviewCalendarService,
];

@Module({ imports: [MarketDataModule, ChipsModule], providers: SERVICES, exports: SERVICES })
export class TrackingModule {}
