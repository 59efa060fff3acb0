import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { UploadsModule } from '#lib/uploads';
import { AutoCloseService } from './auto-close.service';
import { CyqSyncService } from './cyq-sync.service';
import { EntrySuggestionsService } from './entry-suggestions.service';
import { HoldingsImportService } from './holdings-import.service';
import { PositionsImportService } from './positions-import.service';
import { PositionsService } from './positions.service';
import { RecordsService } from './records.service';
import { RisersService } from './risers.service';
import { SessionMarketService } from './session-market.service';
import { SessionsService } from './sessions.service';
import { WatchlistService } from './watchlist.service';

const SERVICES = [
  SessionMarketService,
  CyqSyncService,
  SessionsService,
  RecordsService,
  AutoCloseService,
  WatchlistService,
  PositionsService,
  PositionsImportService,
  EntrySuggestionsService,
  HoldingsImportService,
  RisersService,
];

@Module({ imports: [MarketDataModule, UploadsModule], providers: SERVICES, exports: SERVICES })
export class TrackingModule {}
