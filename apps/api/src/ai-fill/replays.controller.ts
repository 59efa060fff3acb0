import { Body, Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type ReplayOrder, ReplayReportsService, type ReplayReport, ReplaysService, type ReplayView } from '#lib/ai';
import { Administrator, ApiEnvelope, Authenticated, type Caller, CurrentCaller, PathId } from '../http';
import { pagination } from '../http/pagination.response';
import {
  ReplayContinuedResponse,
  ReplayListResponse,
  ReplayPlanResponse,
  ReplayResponse,
  ReplayReportResponse,
  ReplayStartedResponse,
} from './replays.responses';
import { ReplayPageQuery, StartReplayBody } from './replays.requests';

@ApiTags('ai')
@Controller('api/stock-cycle/ai-replays')
export class ReplaysController {
  constructor(
    private readonly replays: ReplaysService,
    private readonly reports: ReplayReportsService,
  ) {}

  @Post()
  @HttpCode(202)
  @Administrator()
  @ApiOperation({ summary: 'Ask models about past days of stocks, in the background, as if each were today' })
  @ApiEnvelope(ReplayStartedResponse, {
    status: 202,
    errors: { 404: 'a session does not exist', 409: 'another replay is queued or running' },
  })
  start(@Body() body: StartReplayBody, @CurrentCaller() caller: Caller): Promise<ReplayStartedResponse> {
    return this.replays.start(toReplayOrder(body), caller.userId);
  }

  @Post('plan')
  @HttpCode(200)
  @Administrator()
  @ApiOperation({ summary: 'The questions of a replay and their estimated cost; nothing is started' })
  @ApiEnvelope(ReplayPlanResponse, { errors: { 404: 'a session does not exist' } })
  plan(@Body() body: StartReplayBody): Promise<ReplayPlanResponse> {
    return this.replays.plan(toReplayOrder(body));
  }

  @Get()
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'Replays, newest first' })
  @ApiEnvelope(ReplayListResponse)
  async list(@Query() query: ReplayPageQuery): Promise<ReplayListResponse> {
    const { replays, total } = await this.replays.list(query);
    return { replays, pagination: pagination(query, total) };
  }

  @Get(':id')
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'One replay: progress, hit rates, how far models agree, faults and costs' })
  @ApiEnvelope(ReplayReportResponse)
  get(@PathId('id') id: number): Promise<ReplayReport> {
    return this.reports.of(id);
  }

  @Post(':id/continue')
  @HttpCode(202)
  @Administrator()
  @ApiOperation({ summary: 'Go on with a replay that has ended: with what it left, and with what failed' })
  @ApiEnvelope(ReplayContinuedResponse, {
    status: 202,
    description: 'Queued under the same id',
    errors: { 409: 'nothing is left, its lanes have not ended yet, or another one is in flight' },
  })
  continue(@PathId('id') id: number, @CurrentCaller() caller: Caller): Promise<ReplayContinuedResponse> {
    return this.replays.continue(id, caller.userId);
  }

  @Delete(':id')
  @Administrator()
  @ApiOperation({ summary: 'Cancel a replay; finished items stay in its report' })
  @ApiEnvelope(ReplayResponse, { errors: { 409: 'the replay has ended already' } })
  cancel(@PathId('id') id: number): Promise<ReplayView> {
    return this.replays.cancel(id);
  }
}

function toReplayOrder({ kind = 'daily', every = 1, ...rest }: StartReplayBody): ReplayOrder {
  return { ...rest, kind, every };
}
