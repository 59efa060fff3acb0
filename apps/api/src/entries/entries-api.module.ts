import { Module } from '@nestjs/common';
import { PortfolioModule } from '#lib/portfolio';
import { TrackingModule } from '#lib/tracking';
import { WaitingResponse } from '../jobs/waiting-response';
import { EntriesController } from './entries.controller';

@Module({ imports: [TrackingModule, PortfolioModule], controllers: [EntriesController], providers: [WaitingResponse] })
export class EntriesApiModule {}
