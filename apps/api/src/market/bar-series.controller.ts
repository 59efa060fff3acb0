import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { BarSeries } from '#lib/market-data';
import { ApiEnvelope, Public } from '../http';
import { BarSeriesReply } from './stock.replies';
import { BarSeriesQuery } from './stock.requests';

@ApiTags('market')
@Controller('api/market/bars')
@Public()
export class BarSeriesController {
  constructor(@Inject(BarSeries) private readonly series: BarSeries) {}

  @Get()
  @ApiOperation({ summary: 'Newest closes and volumes of up to 200 stocks, forward-adjusted, for small charts' })
  @ApiEnvelope(BarSeriesReply)
  read(@Query() { codes, ...span }: BarSeriesQuery): Promise<BarSeriesReply> {
    return this.series.read(codes, span);
  }
}
