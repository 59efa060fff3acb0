import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { marketNotices, MarketStateService } from '#lib/market-data';
import { MarketCoverageService, MarketSyncsService, type SyncView, MarketCalendarService } from '#lib/market-sync';
import { Administrator, ApiEnvelope, Authenticated, CurrentCaller, PathId, Public, type Caller } from '../http';
import { pagination } from '../http/pagination.response';
import {
  MarketCoverageResponse,
  MarketDaysResponse,
  MarketSyncListResponse,
  MarketSyncResponse,
  MarketSyncStartedResponse,
} from './market.responses';
import { MarketDaysQuery, StartSyncBody, SyncPageQuery } from './market.requests';

@ApiTags('market')
@Controller('api/market')
export class MarketController {
  constructor(
    private readonly coverage: MarketCoverageService,
    private readonly calendar: MarketCalendarService,
    private readonly market: MarketStateService,
    private readonly syncs: MarketSyncsService,
  ) {}

  @Get('coverage')
  @Public()
  @ApiOperation({ summary: 'What the market data cover, what is missing, and the sync under way' })
  @ApiEnvelope(MarketCoverageResponse)
  async covered(): Promise<MarketCoverageResponse> {
    const report = await this.coverage.read();
    return { ...report, warnings: marketNotices(report.source) };
  }

  @Get('days')
  @Public()
  @ApiOperation({
    summary: 'How full each open day is: bars, how many there should be, and what the gate thinks of it',
  })
  @ApiEnvelope(MarketDaysResponse)
  async days(@Query() span: MarketDaysQuery): Promise<MarketDaysResponse> {
    const [days, { source }] = await Promise.all([this.calendar.days(span), this.market.read()]);
    return { days, warnings: marketNotices(source) };
  }

  @Post('sync')
  @HttpCode(202)
  @Administrator()
  @ApiOperation({ summary: 'Bring a span of days from the vendor: what is missing there, and what came short' })
  @ApiEnvelope(MarketSyncStartedResponse, {
    status: 202,
    description: 'Queued, or the id of the same sync in flight',
    errors: { 409: 'the database holds the demo market', 503: 'no vendor of market data is chosen' },
  })
  start(@Body() body: StartSyncBody, @CurrentCaller() caller: Caller): Promise<MarketSyncStartedResponse> {
    const { from, to, replace_demo: replaceDemo } = body;
    return this.syncs.request(
      { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }), replaceDemo },
      caller.userId,
    );
  }

  @Get('syncs')
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'Market syncs, newest first' })
  @ApiEnvelope(MarketSyncListResponse)
  async list(@Query() query: SyncPageQuery): Promise<MarketSyncListResponse> {
    const { syncs, total } = await this.syncs.list(query);
    return { syncs, pagination: pagination(query, total) };
  }

  @Get('syncs/:id')
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'One market sync: progress, calls and what it waits for' })
  @ApiEnvelope(MarketSyncResponse)
  get(@PathId('id') id: number): Promise<SyncView> {
    return this.syncs.get(id);
  }
}
