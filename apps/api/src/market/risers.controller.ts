import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { marketNotices, MarketStateService } from '#lib/market-data';
import { RisersService } from '#lib/tracking';
import { ApiEnvelope, Public } from '../http';
import { pagination } from '../http/pagination.response';
import { RisersResponse } from './risers.responses';
import { RisersQuery } from './risers.requests';

@ApiTags('market')
@Controller('api/market/risers')
export class RisersController {
  constructor(
    private readonly risers: RisersService,
    private readonly market: MarketStateService,
  ) {}

  @Get()
  @Public()
  @ApiOperation({ summary: 'Stocks that rose much on the latest day, with their open sessions' })
  @ApiEnvelope(RisersResponse)
  async list(@Query() query: RisersQuery): Promise<RisersResponse> {
    const [{ total, ...risen }, { source }] = await Promise.all([
      this.risers.ofLatestDay(query.min_pct, query.limit),
      this.market.readShown(),
    ]);
    const page = { limit: query.limit, offset: 0 };
    return { ...risen, pagination: pagination(page, total), warnings: marketNotices(source) };
  }
}
