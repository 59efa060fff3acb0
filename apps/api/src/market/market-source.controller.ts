import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { MarketSourceService } from '#lib/market-source';
import { MarketSourceChoiceService } from '#lib/market-sync';
import { Administrator, ApiEnvelope, type Caller, CurrentCaller } from '../http';
import { MarketSourceBody } from './market-source.requests';
import { MarketSourceResponse } from './market-source.responses';

@ApiTags('market')
@Controller('api/admin/market-source')
@Administrator({ keyHeader: true, loginOnly: true })
export class MarketSourceController {
  constructor(
    private readonly sources: MarketSourceService,
    private readonly choices: MarketSourceChoiceService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Where market data come from, and who says so; never the token' })
  @ApiEnvelope(MarketSourceResponse)
  get(): Promise<MarketSourceResponse> {
    return this.sources.view();
  }

  @Put()
  @ApiOperation({ summary: 'Choose where market data come from; a vendor begins to fill the market at once' })
  @ApiEnvelope(MarketSourceResponse, {
    errors: {
      409: 'set_by_environment; market_is_demo: say replace_demo; market_is_real: the demo does not replace real data',
    },
  })
  put(@Body() body: MarketSourceBody, @CurrentCaller() caller: Caller): Promise<MarketSourceResponse> {
    const { source, tushare_token: tushareToken, replace_demo: replaceDemo } = body;
    return this.choices.choose(
      { source, replaceDemo, ...(tushareToken === undefined ? {} : { tushareToken }) },
      caller.userId,
    );
  }
}
