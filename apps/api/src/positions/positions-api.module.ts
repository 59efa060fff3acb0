import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { PortfolioModule } from '#lib/portfolio';
import { UploadsModule } from '#lib/uploads';
import { HttpModule } from '../http/http.module';
import { ListFile } from '../http/list-file';
import { WaitingResponse } from '../jobs/waiting-response';
import { PositionsController } from './positions.controller';

@Module({
  imports: [HttpModule, PortfolioModule, UploadsModule, MarketDataModule],
  controllers: [PositionsController],
  providers: [WaitingResponse, ListFile],
})
export class PositionsApiModule {}
