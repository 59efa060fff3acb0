import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ChipViews } from '#lib/market-data';
import { ApiEnvelope, PathCode, Public } from '../http';
import { ChipsReply } from './chips.replies';
import { ChipsQuery } from './chips.requests';

@ApiTags('market')
@Controller('api/market/stocks/:code/chips')
export class ChipsController {
  constructor(@Inject(ChipViews) private readonly chips: ChipViews) {}

  @Get()
  @Public()
  @ApiOperation({ summary: 'The chip distribution of a stock on a day, price by price' })
  @ApiEnvelope(ChipsReply)
  show(@PathCode('code') code: string, @Query() { date }: ChipsQuery): Promise<ChipsReply> {
    return this.chips.of(code, date);
  }
}
