import { Module } from '@nestjs/common';
import { TrackingModule } from '#lib/tracking';
import { WatchlistController } from './watchlist.controller';

@Module({ imports: [TrackingModule], controllers: [WatchlistController] })
export class WatchlistApiModule {}
