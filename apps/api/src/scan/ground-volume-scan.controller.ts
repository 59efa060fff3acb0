import { Body, Controller, Get, Headers, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { BatchScanService, type ScanBatchResult, scanBatchJob } from '#lib/scan';
import { ApiEnvelope, Authenticated, CurrentCaller, WaitsForJob } from '../http';
import type { Caller } from '../http';
import { JobAcceptedResponse, WaitingResponse } from '../jobs/waiting-response';
import { ScanBatchResponse, ScanRangeResponse } from './scan.responses';
import { ScanBatchBody, ScanRangeQuery, toScanRequest } from './scan.requests';

@ApiTags('scan')
@Controller('api/stock-cycle/ground-volume-scan')
export class GroundVolumeScanController {
  constructor(
    private readonly batches: BatchScanService,
    private readonly waiting: WaitingResponse,
  ) {}

  @Get()
  @Authenticated()
  @ApiOperation({ summary: 'Check a range for the one-year low-volume scan' })
  @ApiEnvelope(ScanRangeResponse)
  range(@Query() query: ScanRangeQuery): Promise<ScanRangeResponse> {
    return this.batches.describeRange({ startDate: query.start_date, endDate: query.end_date });
  }

  @Post()
  @Authenticated()
  @ApiOperation({ summary: 'Scan the next batch of stocks and open sessions for the hits' })
  @WaitsForJob()
  @ApiEnvelope(ScanBatchResponse)
  @ApiEnvelope(JobAcceptedResponse, { status: 202, description: 'Asked not to wait, or the wait was too long' })
  async scan(
    @Body() body: ScanBatchBody,
    @CurrentCaller() caller: Caller,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScanBatchResult | JobAcceptedResponse> {
    const { jobId } = await this.batches.request(
      {
        ...toScanRequest(body),
        afterCode: body.after_code ?? null,
        limit: body.limit,
        allowIncomplete: body.allow_incomplete,
      },
      caller.userId,
    );
    return this.waiting.of(scanBatchJob, jobId, prefer, reply);
  }
}
