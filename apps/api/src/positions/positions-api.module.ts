import { Module } from '@nestjs/common';
import { PortfolioModule } from '#lib/portfolio';
import { UploadsModule } from '#lib/uploads';
import { WaitingResponse } from '../jobs/waiting-response';
import { PositionsController } from './positions.controller';

@Module({ imports: [PortfolioModule, UploadsModule], controllers: [PositionsController], providers: [WaitingResponse] })
export class PositionsApiModule {}
