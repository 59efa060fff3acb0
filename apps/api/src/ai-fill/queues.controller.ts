import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { FillQueuesService } from '#lib/ai';
import { marketNotices, MarketStateService } from '#lib/market-data';
import { ApiEnvelope, Authenticated, Public } from '../http';
import { DailyQueueResponse, RecordGapsResponse, WeeklyQueueResponse } from './queue.responses';
import { RecordGapsQuery } from './queue.requests';

@ApiTags('ai-fill')
@Controller('api/stock-cycle/sessions')
export class QueuesController {
  constructor(
    private readonly queues: FillQueuesService,
    private readonly market: MarketStateService,
  ) {}

  @Get('ai-fill-daily-queue')
  @Public()
  @ApiOperation({ summary: 'Sessions that wait for a daily fill' })
  @ApiEnvelope(DailyQueueResponse)
  daily(): Promise<DailyQueueResponse> {
    return this.withWarnings(this.queues.daily());
  }

  @Get('ai-fill-weekly-queue')
  @Public()
  @ApiOperation({ summary: 'Sessions that wait for a weekly fill' })
  @ApiEnvelope(WeeklyQueueResponse)
  weekly(): Promise<WeeklyQueueResponse> {
    return this.withWarnings(this.queues.weekly());
  }

  @Get('record-gaps')
  @Authenticated()
  @ApiOperation({
    summary: 'Open sessions that lack a record of their last 10 days or 8 weeks, whatever their review date',
  })
  @ApiEnvelope(RecordGapsResponse)
  gaps(@Query() { kind }: RecordGapsQuery): Promise<RecordGapsResponse> {
    return this.withWarnings(this.queues.gaps(kind));
  }

  private async withWarnings<Queue extends object>(reading: Promise<Queue>): Promise<Queue & { warnings: string[] }> {
    const [queue, { source }] = await Promise.all([reading, this.market.read()]);
    return { ...queue, warnings: marketNotices(source) };
  }
}
