import { Module } from '@nestjs/common';
import { PortfolioModule } from '#lib/portfolio';
import { WatchlistController } from './watchlist.controller';

@Module({ imports: [PortfolioModule], controllers: [WatchlistController] })
export class WatchlistApiModule {}
