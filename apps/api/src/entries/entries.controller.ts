import { Body, Controller, Get, Headers, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { EntrySuggestionsService } from '#lib/tracking';
import { HoldingsImportService, type HoldingsImportReport, importHoldingsJob } from '#lib/portfolio';
import { ApiEnvelope, Authenticated, type Caller, CurrentCaller, WaitsForJob } from '../http';
import { JobAcceptedResponse, WaitingResponse } from '../jobs/waiting-response';
import { EntrySuggestionResponse, HoldingsImportResponse } from './entry.responses';
import { ImportHoldingsBody, SuggestEntryQuery } from './entry.requests';

@ApiTags('sessions')
@Controller('api/stock-cycle')
export class EntriesController {
  constructor(
    private readonly suggestions: EntrySuggestionsService,
    private readonly holdings: HoldingsImportService,
    private readonly waiting: WaitingResponse,
  ) {}

  @Get('sessions/suggest-entry')
  @Authenticated()
  @ApiOperation({ summary: 'Suggest an entry date: the day of the lowest volume lately' })
  @ApiEnvelope(EntrySuggestionResponse, {
    errors: { 404: 'not_found: an unknown code; no_market_data: no day to suggest' },
  })
  suggest(@Query() query: SuggestEntryQuery): Promise<EntrySuggestionResponse> {
    return this.suggestions.suggest(query.code, query.lookback_trading_days);
  }

  @Post('import-holdings')
  @Authenticated()
  @ApiOperation({ summary: 'Open a session at the suggested entry for each own holding without one' })
  @ApiBody({ type: ImportHoldingsBody, required: false })
  @WaitsForJob()
  @ApiEnvelope(HoldingsImportResponse)
  @ApiEnvelope(JobAcceptedResponse, { status: 202, description: 'Asked not to wait, or the wait was too long' })
  async importHoldings(
    @Body() body: ImportHoldingsBody,
    @CurrentCaller() caller: Caller,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<HoldingsImportReport | JobAcceptedResponse> {
    const { jobId } = await this.holdings.request({
      userId: caller.userId,
      lookbackTradingDays: body.lookback_trading_days,
      dryRun: body.dry_run,
    });
    return this.waiting.of(importHoldingsJob, jobId, prefer, reply);
  }
}
