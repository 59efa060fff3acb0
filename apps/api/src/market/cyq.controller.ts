import { Body, Controller, Headers, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CyqSyncService, type CyqSyncReport, syncCyqJob } from '#lib/tracking';
import { ApiEnvelope, Authenticated, type Caller, CurrentCaller, WaitsForJob } from '../http';
import { JobAcceptedResponse, WaitingResponse } from '../jobs/waiting-response';
import { CyqSyncResponse } from './cyq.responses';
import { SyncCyqBody } from './cyq.requests';

@ApiTags('sessions')
@Controller('api/stock-cycle/sync-cyq-cache')
export class CyqController {
  constructor(
    private readonly syncs: CyqSyncService,
    private readonly waiting: WaitingResponse,
  ) {}

  @Post()
  @Authenticated()
  @ApiOperation({ summary: 'Refresh the cached chip distributions of sessions' })
  @WaitsForJob()
  @ApiEnvelope(CyqSyncResponse, { errors: { 404: 'A session that does not exist, or was deleted' } })
  @ApiEnvelope(JobAcceptedResponse, { status: 202, description: 'Asked not to wait, or the wait was too long' })
  async sync(
    @Body() body: SyncCyqBody,
    @CurrentCaller() caller: Caller,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CyqSyncReport | JobAcceptedResponse> {
    const { jobId } = await this.syncs.request({
      sessionIds: body.session_ids ?? null,
      requestedBy: caller.userId,
    });
    return this.waiting.of(syncCyqJob, jobId, prefer, reply);
  }
}
