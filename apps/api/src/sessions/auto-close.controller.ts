import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { marketNotices, MarketStateService } from '#lib/market-data';
import { AutoCloseService } from '#lib/tracking';
import { ApiEnvelope, Authenticated } from '../http';
import { AutoCloseReportsResponse } from './auto-close.responses';

@ApiTags('sessions')
@Controller('api/stock-cycle/auto-close-reports')
export class AutoCloseController {
  constructor(
    private readonly autoClose: AutoCloseService,
    private readonly market: MarketStateService,
  ) {}

  @Get()
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'Open sessions that have run their course, with the rules that say so' })
  @ApiEnvelope(AutoCloseReportsResponse)
  async list(): Promise<AutoCloseReportsResponse> {
    const [reports, { source }] = await Promise.all([this.autoClose.reports(), this.market.read()]);
    return { ...reports, warnings: marketNotices(source) };
  }
}
