import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { TrackRecordService } from '#lib/ai';
import { marketNotices, MarketStateService } from '#lib/market-data';
import { ApiEnvelope, Authenticated } from '../http';
import { TrackRecordResponse } from './judgement.responses';
import { TrackRecordQueryFields } from './track-record.requests';

@ApiTags('ai')
@Controller('api/stock-cycle/ai-track-record')
export class TrackRecordController {
  constructor(
    private readonly trackRecord: TrackRecordService,
    private readonly market: MarketStateService,
  ) {}

  @Get()
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'How often models, and the scan, were right: hit rates with intervals' })
  @ApiEnvelope(TrackRecordResponse)
  async get(@Query() query: TrackRecordQueryFields): Promise<TrackRecordResponse> {
    const [models, { source }] = await Promise.all([this.trackRecord.of(query), this.market.read()]);
    return { models, warnings: marketNotices(source) };
  }
}
