import { Body, Controller, Headers, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  type DailyFillResult,
  dryRunFillJob,
  fillDailyJob,
  fillMissingDaysJob,
  FillRequestsService,
  fillWeeklyJob,
  type WeeklyFillResult,
} from '#lib/ai';
import { ApiEnvelope, Authenticated, CurrentCaller, PathId, WaitsForJob } from '../http';
import type { Caller } from '../http';
import { JobAcceptedResponse, WaitingResponse } from '../jobs/waiting-response';
import { DailyFillResponse, WeeklyFillResponse } from './fill.responses';
import { DailyFillBody, WeeklyFillBody } from './fill.requests';

const ACCEPTED = { status: 202, description: 'Asked not to wait, or the wait was too long' } as const;
const CLOSED = { errors: { 409: 'the session is closed' } };

@ApiTags('ai-fill')
@Controller('api/stock-cycle/sessions/:id')
export class FillsController {
  constructor(
    private readonly fills: FillRequestsService,
    private readonly waiting: WaitingResponse,
  ) {}

  @Post('ai-fill-daily')
  @Authenticated()
  @ApiOperation({ summary: 'Fill the missing days of the last ten by AI; the newest one is written over' })
  @WaitsForJob()
  @ApiEnvelope(DailyFillResponse, CLOSED)
  @ApiEnvelope(JobAcceptedResponse, ACCEPTED)
  async daily(
    @PathId('id') id: number,
    @Body() body: DailyFillBody,
    @CurrentCaller() caller: Caller,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DailyFillResult | WeeklyFillResult | JobAcceptedResponse> {
    if (body.dry_run) {
      const dryRun = await this.fills.requestDryRun(id, 'daily', body.only_missing, caller.userId);
      return this.waiting.of(dryRunFillJob, dryRun.jobId, prefer, reply);
    }
    const { jobId } = await this.fills.requestDaily(id, body.only_missing, caller.userId);
    return this.waiting.of(body.only_missing ? fillMissingDaysJob : fillDailyJob, jobId, prefer, reply);
  }

  @Post('ai-fill-weekly')
  @Authenticated()
  @ApiOperation({ summary: 'Fill the missing weeks of the last eight by AI; the newest one is written over' })
  @WaitsForJob()
  @ApiEnvelope(WeeklyFillResponse, CLOSED)
  @ApiEnvelope(JobAcceptedResponse, ACCEPTED)
  async weekly(
    @PathId('id') id: number,
    @Body() body: WeeklyFillBody,
    @CurrentCaller() caller: Caller,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WeeklyFillResult | DailyFillResult | JobAcceptedResponse> {
    if (body.dry_run) {
      const dryRun = await this.fills.requestDryRun(id, 'weekly', body.only_missing, caller.userId);
      return this.waiting.of(dryRunFillJob, dryRun.jobId, prefer, reply);
    }
    const { jobId } = await this.fills.requestWeekly(id, body.only_missing, caller.userId);
    return this.waiting.of(fillWeeklyJob, jobId, prefer, reply);
  }
}
