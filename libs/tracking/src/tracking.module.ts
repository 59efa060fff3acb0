import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { UploadsModule } from '#lib/uploads';
import { AutoClose } from './auto-close.service';
import { CyqSync } from './cyq-sync.service';
import { EntrySuggestions } from './entry-suggestions.service';
import { HoldingsImport } from './holdings-import.service';
import { PositionsImport } from './positions-import.service';
import { PositionsService } from './positions.service';
import { RecordsService } from './records.service';
import { Risers } from './risers.service';
import { SessionMarkets } from './session-market.service';
import { SessionsService } from './sessions.service';
import { WatchlistService } from './watchlist.service';

const SERVICES = [
  SessionMarkets,
  CyqSync,
  SessionsService,
  RecordsService,
  AutoClose,
  WatchlistService,
  PositionsService,
  PositionsImport,
  EntrySuggestions,
  HoldingsImport,
  Risers,
];

@Module({ imports: [MarketDataModule, UploadsModule], providers: SERVICES, exports: SERVICES })
export class TrackingModule {}
