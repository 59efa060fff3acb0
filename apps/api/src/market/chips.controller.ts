import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ChipViewsService } from '#lib/chips';
import { ApiEnvelope, PathCode, Public } from '../http';
import { IfNoneMatch, MarketReads } from './market-reads';
import { ChipsResponse } from './chips.responses';
import { ChipsQuery } from './chips.requests';

/** About a year of bars; the whole-history model reads five. */
const CHIP_BARS = 250;

@ApiTags('market')
@Controller('api/market/stocks/:code/chips')
export class ChipsController {
  constructor(
    private readonly chips: ChipViewsService,
    private readonly reads: MarketReads,
  ) {}

  @Get()
  @Public()
  @ApiOperation({ summary: 'The chip distribution of a stock on a day, price by price' })
  @IfNoneMatch()
  @ApiEnvelope(ChipsResponse)
  show(
    @PathCode('code') code: string,
    @Query() { date }: ChipsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ChipsResponse | undefined> {
    return this.reads.answer(reply, { rows: CHIP_BARS }, () => this.chips.of(code, date));
  }
}
