import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { MarketLevelsService } from '#lib/ai';
import { ApiEnvelope, Public } from '../http';
import { MarketChangesQuery } from './market-changes.requests';
import { MarketChangesResponse } from './market-changes.responses';
import { IfNoneMatch, MarketReads } from './market-reads';

@ApiTags('market')
@Controller('api/market/changes')
@Public()
export class MarketChangesController {
  constructor(
    private readonly levels: MarketLevelsService,
    private readonly reads: MarketReads,
  ) {}

  @Get()
  @ApiOperation({ summary: 'How the market as a whole went on the newest days: median change, and an index of it' })
  @IfNoneMatch()
  @ApiEnvelope(MarketChangesResponse)
  async read(
    @Query() { count }: MarketChangesQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MarketChangesResponse | undefined> {
    const version = await this.levels.version();
    return this.reads.answer(reply, { rows: count, version }, () => this.levels.newest(count));
  }
}
