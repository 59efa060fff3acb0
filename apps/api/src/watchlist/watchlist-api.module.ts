import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { PortfolioModule } from '#lib/portfolio';
import { HttpModule } from '../http/http.module';
import { ListFile } from '../http/list-file';
import { WatchlistController } from './watchlist.controller';

@Module({
  imports: [HttpModule, PortfolioModule, MarketDataModule],
  controllers: [WatchlistController],
  providers: [ListFile],
})
export class WatchlistApiModule {}
