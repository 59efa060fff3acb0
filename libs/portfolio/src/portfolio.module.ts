import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { TrackingModule } from '#lib/tracking';
import { UploadsModule } from '#lib/uploads';
import { HoldingsImportService } from './holdings-import.service';
import { PositionsImportService } from './positions-import.service';
import { PositionsService } from './positions.service';
import { WatchlistService } from './watchlist.service';

const SERVICES = [WatchlistService, PositionsService, PositionsImportService, HoldingsImportService];

/** What a user owns and watches, and the sessions that it becomes. */
@Module({ imports: [MarketDataModule, TrackingModule, UploadsModule], providers: SERVICES, exports: SERVICES })
export class PortfolioModule {}
