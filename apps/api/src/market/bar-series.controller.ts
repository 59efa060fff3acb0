import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { BarSeriesService } from '#lib/market-data';
import { ApiEnvelope, Public } from '../http';
import { IfNoneMatch, MarketReads } from './market-reads';
import { BarSeriesResponse } from './stock.responses';
import { BarSeriesQuery } from './stock.requests';

@ApiTags('market')
@Controller('api/market/bars')
@Public()
export class BarSeriesController {
  constructor(
    private readonly series: BarSeriesService,
    private readonly reads: MarketReads,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Newest closes and volumes of up to 200 stocks, forward-adjusted, for small charts' })
  @IfNoneMatch()
  @ApiEnvelope(BarSeriesResponse)
  read(
    @Query() { codes, ...span }: BarSeriesQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BarSeriesResponse | undefined> {
    return this.reads.answer(reply, { rows: codes.length * span.count }, () => this.series.read(codes, span));
  }
}
